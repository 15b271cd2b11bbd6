// The words of the panels. They come with the first panel that is opened, not with the editor.

import { loadWords } from "../../lib/i18n";

await loadWords("panels", "types");
