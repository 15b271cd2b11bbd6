// A message for the next page: one page stores it, the next page of the tab shows it.

import { toast } from "./toasts.svelte";

const STORAGE_KEY = "lectern.toast";

/** Stores a text that the next page shows as a message. */
export function toastOnNextPage(text: string) {
  try {
    sessionStorage.setItem(STORAGE_KEY, text);
  } catch {
    // Storage is full or blocked: the message is lost, but the action that it reports succeeded.
  }
}

/** Shows the message that the previous page stored, if any. */
export function showStoredToast() {
  const text = sessionStorage.getItem(STORAGE_KEY);
  sessionStorage.removeItem(STORAGE_KEY);
  if (text) toast({ text });
}
