// Unsaved drafts of themes and slide types, stored in this browser.

const PREFIX = "lectern.draft.";

/** The stored draft under a name, if any. */
export function readDraft<T>(name: string): T | undefined {
  const stored = localStorage.getItem(PREFIX + name);
  if (stored === null) return undefined;
  try {
    return JSON.parse(stored) as T;
  } catch {
    return undefined;
  }
}

/** Stores a draft. Where storage is full, it stays on the page. */
export function saveDraft(name: string, draft: unknown) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(draft));
  } catch {
    // The draft is lost only when the page is closed.
  }
}

/** Removes a draft after it was saved or discarded. */
export function dropDraft(name: string) {
  localStorage.removeItem(PREFIX + name);
}
