// The theme that was made from a PowerPoint file last, with the report about the file. It is shown until it is closed.

import type { ThemeReport } from "../../lib/api-types";

export const imported = $state<{ id?: string; report?: ThemeReport | undefined }>({});
