// Stores pending edits and undo steps of each tab and deck in IndexedDB, so that they survive the tab.

import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { Steps } from "./history";
import type { Outbox } from "./sync";

export interface TabDraft {
  client: string;
  deckId: string;
  outbox: Outbox;
  steps: Steps;
  savedAt: number;
}

interface Tables extends DBSchema {
  kept: { key: [string, string]; value: TabDraft; indexes: { byDeck: string } };
}

/** Milliseconds without a save after which the record of a tab is taken over, where locks are not available. */
const ABANDONED_AFTER = 60_000;
/** Milliseconds between two writes. */
const MIN_INTERVAL = 250;
/** Undo steps that survive a reload; the tab itself has more. */
const MAX_STEPS = 200;

export class DraftStorage {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private savedAt = 0;

  private constructor(
    private readonly database: IDBPDatabase<Tables>,
    private readonly deckId: string,
  ) {}

  /** Opens the storage; undefined where the browser has none (a private window). */
  static async open(deckId: string): Promise<DraftStorage | undefined> {
    try {
      const database = await openDB<Tables>("lectern-editor", 1, {
        upgrade(database) {
          database
            .createObjectStore("kept", { keyPath: ["deckId", "client"] })
            .createIndex("byDeck", "deckId");
        },
      });
      return new DraftStorage(database, deckId);
    } catch {
      return undefined;
    }
  }

  async get(client: string): Promise<TabDraft | undefined> {
    return this.database.get("kept", [this.deckId, client]);
  }

  /** The records of all tabs for the deck. */
  async all(): Promise<TabDraft[]> {
    return this.database.getAllFromIndex("kept", "byDeck", this.deckId);
  }

  /** Records of closed tabs that left edits behind. */
  async abandoned(client: string): Promise<TabDraft[]> {
    const all = await this.all();
    const open = await openClients();
    const isGone = (draft: TabDraft) =>
      open ? !open.has(draft.client) : Date.now() - draft.savedAt > ABANDONED_AFTER;
    const others = all.filter((draft) => draft.client !== client && isGone(draft));
    const isEmpty = ({ outbox }: TabDraft) =>
      !outbox.flight && outbox.pending.length === 0 && outbox.held.length === 0;
    for (const draft of others.filter(isEmpty)) await this.remove(draft.client);
    return others.filter((draft) => !isEmpty(draft));
  }

  async remove(client: string) {
    await this.database.delete("kept", [this.deckId, client]);
  }

  /** Saves at once or after the interval, so that typing does not write with each keystroke. */
  saveSoon(client: string, outbox: Outbox, steps: Steps) {
    clearTimeout(this.timer);
    const wait = this.savedAt + MIN_INTERVAL - Date.now();
    if (wait <= 0) void this.save(client, outbox, steps);
    else this.timer = setTimeout(() => void this.save(client, outbox, steps), wait);
  }

  async save(client: string, outbox: Outbox, steps: Steps) {
    clearTimeout(this.timer);
    this.savedAt = Date.now();
    const recent = { done: steps.done.slice(-MAX_STEPS), undone: steps.undone.slice(-MAX_STEPS) };
    // A plain copy, without references to the page's objects.
    const record: TabDraft = structuredClone({
      client,
      deckId: this.deckId,
      outbox,
      steps: recent,
      savedAt: Date.now(),
    });
    await this.database.put("kept", record).catch(() => undefined);
  }
}

/** Clients of open tabs, by the locks they hold; undefined without locks (plain http). */
async function openClients(): Promise<Set<string> | undefined> {
  const state = await navigator.locks?.query?.().catch(() => undefined);
  if (!state) return undefined;
  return new Set(
    (state.held ?? []).flatMap(({ name }) => (name?.startsWith(LOCK) ? [name.slice(LOCK.length)] : [])),
  );
}

const LOCK = "lectern-client-";

/**
 * Locks the client id of this tab while it is open. Where another page has the lock, waits for at most `wait`
 * milliseconds. Returns whether the id is locked; without locks, always true.
 */
export function lockClient(client: string, wait: number): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const untilPageEnds = () => {
      resolve(true);
      return new Promise(() => undefined);
    };
    const signal = AbortSignal.timeout(wait);
    navigator.locks.request(LOCK + client, { signal }, untilPageEnds).catch(() => resolve(false));
  });
}
