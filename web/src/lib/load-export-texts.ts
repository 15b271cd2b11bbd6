// Loads the texts of the export menu, which is in the bar before any panel opens.

import { loadTexts } from "./i18n";

await loadTexts("export");
