// The starter decks in Dutch, one file each.

import type { Starter } from "../starters";

export default import.meta.glob<Starter>("./nl/*.json", { eager: true, import: "default" });
