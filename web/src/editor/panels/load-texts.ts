// Loads the texts of the panels with the first panel that opens.

import { loadTexts } from "../../lib/i18n";

await loadTexts("panels", "types");
