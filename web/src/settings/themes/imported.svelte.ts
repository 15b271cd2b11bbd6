// The theme that was last made from a PowerPoint file, with the report about the file, which is shown until it is
// closed.

import type { ThemeReport } from "../../lib/api-types";

export const imported = $state<{ id?: string; report?: ThemeReport | undefined }>({});
