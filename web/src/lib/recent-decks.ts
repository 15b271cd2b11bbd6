// The decks that were opened last in this browser.

export type RecentDeck = {
  id: string;
  title: string;
  openedAt: number;
  /** The hash of the first slide's thumbnail, if it is known. */
  cover?: string | undefined;
};

const STORAGE_KEY = "lectern.recent";
const MAX_DECKS = 6;

/** The decks that were opened last, newest first. */
export function recentDecks(): RecentDeck[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isRecentDeck) : [];
  } catch {
    return [];
  }
}

function isRecentDeck(value: unknown): value is RecentDeck {
  if (typeof value !== "object" || value === null) return false;
  const { id, title, openedAt } = value as Partial<Record<keyof RecentDeck, unknown>>;
  return typeof id === "string" && typeof title === "string" && typeof openedAt === "number";
}

/** Puts a deck at the front. */
export function rememberDeck(deck: RecentDeck) {
  store([deck, ...recentDecks().filter(({ id }) => id !== deck.id)].slice(0, MAX_DECKS));
}

/** Removes decks that no longer exist, and notifies this page as browsers notify other pages. */
export function forgetDecks(...ids: string[]) {
  store(recentDecks().filter(({ id }) => !ids.includes(id)));
  dispatchEvent(new StorageEvent("storage", { key: STORAGE_KEY }));
}

function store(decks: RecentDeck[]) {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(decks));
  } catch {
    // Storage is full or blocked: the list is a convenience.
  }
}
