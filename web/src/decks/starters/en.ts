// The starter decks in English, one file each.

import type { Starter } from "../starters";

export default import.meta.glob<Starter>("./en/*.json", { eager: true, import: "default" });
