// The state of the search dialog: the store to search while it is open, and the words that it starts with.

import type { Editor } from "./store/editor.svelte";

export const searchDialog = $state<{ store: Editor | null; words: string }>({ store: null, words: "" });

export function openSearch(store: Editor, words = "") {
  searchDialog.words = words;
  searchDialog.store = store;
}
