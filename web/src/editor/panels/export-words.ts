// The words of the export menu, which stands in the bar before any panel is opened.

import { loadWords } from "../../lib/i18n";

await loadWords("export");
