// The state of the search dialog: the store to search while it is open.

import type { Editor } from "./store/editor.svelte";

export const searchDialog = $state<{ store: Editor | null }>({ store: null });
