// Unsaved work on themes and slide types, kept in this browser until it is saved.

const PLACE = "lectern.draft.";

/** What was left unsaved under a name, if anything. */
export function readDraft<T>(name: string): T | undefined {
  const kept = localStorage.getItem(PLACE + name);
  if (kept === null) return undefined;
  try {
    return JSON.parse(kept) as T;
  } catch {
    return undefined;
  }
}

/** Keeps unsaved work. A full storage loses nothing that is on the page. */
export function keepDraft(name: string, work: unknown) {
  try {
    localStorage.setItem(PLACE + name, JSON.stringify(work));
  } catch {
    // It stays on the page; only closing it would lose it.
  }
}

/** Forgets it: it was saved, or is not wanted. */
export function dropDraft(name: string) {
  localStorage.removeItem(PLACE + name);
}
