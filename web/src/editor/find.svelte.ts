// Whether the search over the slides of the deck is open.

import type { Editor } from "./store/editor.svelte";

export const find = $state<{ of: Editor | null }>({ of: null });
