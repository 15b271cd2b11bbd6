// The list of decks: what the address asks for, page by page, and what changes in it.

import { api, Offline } from "../lib/api";
import type { PresentationCounts, PresentationList, PresentationSummary } from "../lib/api-types";

export type Ownership = "all" | "owned" | "shared";
export type Sort = "updated" | "title" | "created";
type Wanted = { q: string; ownership: Ownership; sort: Sort };

const PAGE = 48;
const ownerships: Ownership[] = ["all", "owned", "shared"];
const sorts: Sort[] = ["updated", "title", "created"];

/** What an address asks for; what it spells wrong is taken as not said. */
export function wantedBy(search: string): Wanted {
  const query = new URLSearchParams(search);
  const one = <T extends string>(name: string, known: T[], usual: T) =>
    known.find((value) => value === query.get(name)) ?? usual;
  return {
    q: query.get("q") ?? "",
    ownership: one("ownership", ownerships, "all"),
    sort: one("sort", sorts, "updated"),
  };
}

/** The address that asks for it; the usual is left out. */
export function addressOf({ q, ownership, sort }: Wanted): string {
  const query = new URLSearchParams();
  if (q) query.set("q", q);
  if (ownership !== "all") query.set("ownership", ownership);
  if (sort !== "updated") query.set("sort", sort);
  return query.size ? `/app?${query}` : "/app";
}

export class Decks {
  wanted = $state<Wanted>(wantedBy(location.search));
  items = $state.raw<PresentationSummary[]>([]);
  total = $state(0);
  counts = $state.raw<PresentationCounts>();
  state = $state<"loading" | "ready" | "failed">("loading");
  /** When the list was last heard of, once the server is away. */
  asOf = $state<Date>();
  more = $state(false);

  #newest = 0;
  #loadedAt = new Date();

  /** Asks for another list. The address follows without a step in the history. */
  want(changes: Partial<Wanted>) {
    Object.assign(this.wanted, changes);
    history.replaceState(history.state, "", addressOf(this.wanted));
    return this.load();
  }

  /** Loads the list anew, at least as long as it is (or was, on a return to this page). */
  async load(atLeast = PAGE) {
    const own = ++this.#newest;
    try {
      const listed = await this.#page(0, Math.min(100, Math.max(PAGE, atLeast)));
      if (own !== this.#newest) return;
      this.items = listed.presentations;
      this.#heard(listed);
      while (this.more && this.items.length < atLeast && own === this.#newest) await this.loadMore();
      void this.count();
    } catch (fault) {
      if (own === this.#newest) this.#missed(fault);
    }
  }

  /** The next page, below what is there. */
  async loadMore() {
    const own = this.#newest;
    this.more = false;
    try {
      const listed = await this.#page(this.items.length, PAGE);
      if (own !== this.#newest) return;
      const known = new Set(this.items.map(({ id }) => id));
      this.items = [...this.items, ...listed.presentations.filter(({ id }) => !known.has(id))];
      this.#heard(listed);
    } catch (fault) {
      this.more = true;
      this.#missed(fault);
    }
  }

  async count() {
    this.counts = await api.get("/api/presentations/counts").catch(() => undefined);
  }

  /** Copies a deck; the copy stands beside it. */
  async duplicate(deck: PresentationSummary): Promise<PresentationSummary> {
    const { presentation } = await api.post("/api/presentations/{id}/duplicate", { id: deck.id });
    const at = this.items.findIndex(({ id }) => id === deck.id);
    this.items = this.items.toSpliced(at + 1, 0, presentation);
    this.total++;
    void this.count();
    return presentation;
  }

  async rename(deck: PresentationSummary, title: string) {
    const { presentation } = await api.put("/api/presentations/{id}", { id: deck.id, body: { title } });
    this.items = this.items.map((item) => (item.id === deck.id ? { ...item, ...presentation } : item));
  }

  /** Moves a deck to the trash; it leaves the list at once and comes back if the server says no. */
  async trash(deck: PresentationSummary) {
    const before = this.items;
    this.items = this.items.filter(({ id }) => id !== deck.id);
    this.total--;
    try {
      await api.delete("/api/presentations/{id}", { id: deck.id });
    } catch (fault) {
      this.items = before;
      this.total++;
      throw fault;
    }
    void this.count();
  }

  async restore(deck: PresentationSummary) {
    await api.post("/api/presentations/{id}/restore", { id: deck.id });
    await this.load(this.items.length + 1);
  }

  #page(offset: number, limit: number): Promise<PresentationList> {
    const { q, ownership, sort } = this.wanted;
    const query = { q: q.trim() || undefined, ownership, sort, limit, offset };
    return api.get("/api/presentations", { query });
  }

  #heard({ pagination }: PresentationList) {
    [this.total, this.more, this.state] = [pagination.total, pagination.hasMore, "ready"];
    [this.#loadedAt, this.asOf] = [new Date(), undefined];
  }

  #missed(fault: unknown) {
    if (fault instanceof Offline && this.state === "ready") this.asOf = this.#loadedAt;
    else this.state = "failed";
  }
}
