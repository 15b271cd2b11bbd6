// What outlives a tab: edits that are not on the server yet, and the steps of undo. In IndexedDB, per tab and deck.

import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { Steps } from "./history";
import type { Outbox } from "./sync";

export interface Kept {
  client: string;
  deckId: string;
  outbox: Outbox;
  steps: Steps;
  savedAt: number;
}

interface Tables extends DBSchema {
  kept: { key: [string, string]; value: Kept; indexes: { byDeck: string } };
}

/** A record of a tab that has not written for so long, and cannot be asked, is taken over. */
const SILENT = 60_000;
/** Milliseconds between two writes. */
const EVERY = 250;
/** Steps that are kept for a reload; more are there until the tab closes. */
const MOST_STEPS = 200;

export class Shelf {
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private last = 0;

  private constructor(
    private readonly tables: IDBPDatabase<Tables>,
    private readonly deckId: string,
  ) {}

  /** Opens the shelf; nothing where the browser keeps nothing (a private window). */
  static async open(deckId: string): Promise<Shelf | undefined> {
    try {
      const tables = await openDB<Tables>("lectern-editor", 1, {
        upgrade(made) {
          made.createObjectStore("kept", { keyPath: ["deckId", "client"] }).createIndex("byDeck", "deckId");
        },
      });
      return new Shelf(tables, deckId);
    } catch {
      return undefined;
    }
  }

  async of(client: string): Promise<Kept | undefined> {
    return this.tables.get("kept", [this.deckId, client]);
  }

  /** What all tabs kept of the deck. */
  async all(): Promise<Kept[]> {
    return this.tables.getAllFromIndex("kept", "byDeck", this.deckId);
  }

  /** Records of tabs that are gone and left edits behind. */
  async strays(client: string): Promise<Kept[]> {
    const all = await this.all();
    const alive = await aliveClients();
    const isGone = (kept: Kept) => (alive ? !alive.has(kept.client) : Date.now() - kept.savedAt > SILENT);
    const others = all.filter((kept) => kept.client !== client && isGone(kept));
    const isEmpty = ({ outbox }: Kept) =>
      !outbox.flight && outbox.pending.length === 0 && outbox.held.length === 0;
    for (const kept of others.filter(isEmpty)) await this.drop(kept.client);
    return others.filter((kept) => !isEmpty(kept));
  }

  async drop(client: string) {
    await this.tables.delete("kept", [this.deckId, client]);
  }

  /** Writes at once, then at most every so often: typing need not write with each letter. */
  keep(client: string, outbox: Outbox, steps: Steps) {
    clearTimeout(this.waiting);
    const rest = this.last + EVERY - Date.now();
    if (rest <= 0) void this.write(client, outbox, steps);
    else this.waiting = setTimeout(() => void this.write(client, outbox, steps), rest);
  }

  async write(client: string, outbox: Outbox, steps: Steps) {
    clearTimeout(this.waiting);
    this.last = Date.now();
    const recent = { done: steps.done.slice(-MOST_STEPS), undone: steps.undone.slice(-MOST_STEPS) };
    // A plain copy: what is kept must not hold the page's own objects.
    const record: Kept = structuredClone({
      client,
      deckId: this.deckId,
      outbox,
      steps: recent,
      savedAt: Date.now(),
    });
    await this.tables.put("kept", record).catch(() => undefined);
  }
}

/** Clients of open tabs, by the locks they hold; nothing where there are no locks (plain http). */
async function aliveClients(): Promise<Set<string> | undefined> {
  const state = await navigator.locks?.query?.().catch(() => undefined);
  if (!state) return undefined;
  return new Set(
    (state.held ?? []).flatMap(({ name }) => (name?.startsWith(LOCK) ? [name.slice(LOCK.length)] : [])),
  );
}

const LOCK = "lectern-client-";

/** Holds the name of this tab for as long as it is open. False when another tab has it: this one is its copy. */
export function holdClient(client: string): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    void navigator.locks.request(LOCK + client, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock ? new Promise(() => undefined) : undefined;
    });
  });
}
