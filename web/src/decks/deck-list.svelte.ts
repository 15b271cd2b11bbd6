// The list of decks: query, pages and changes.

import { api, ApiError, Offline } from "../lib/api";
import { loadChunk } from "../lib/chunks";
import { t } from "../lib/i18n";
import { sentence } from "../lib/sentence";
import { toast } from "../lib/toasts.svelte";
import type { DeckCounts, DeckSummaryList, DeckSummary } from "../lib/api-types";

/** Whose decks are shown, or those with a star. */
export type Tab = "all" | "owned" | "shared" | "starred";
export type Sort = "updated" | "title" | "created";
/** `folder` is empty when no folder is shown. */
type ListQuery = { q: string; tab: Tab; folder: string; sort: Sort };

const PAGE = 48;
const tabs: Tab[] = ["all", "owned", "shared", "starred"];
const sorts: Sort[] = ["updated", "title", "created"];

/** Parses the query of the page's address. Unknown values are ignored. */
export function parseQuery(search: string): ListQuery {
  const parameters = new URLSearchParams(search);
  const choice = <T extends string>(name: string, values: T[], fallback: T) =>
    values.find((value) => value === parameters.get(name)) ?? fallback;
  return {
    q: parameters.get("q") ?? "",
    tab: choice("ownership", tabs, "all"),
    folder: parameters.get("folder") ?? "",
    sort: choice("sort", sorts, "updated"),
  };
}

/** The address of a query. Default values are left out. */
export function listUrl({ q, tab, folder, sort }: ListQuery): string {
  const query = new URLSearchParams();
  if (q) query.set("q", q);
  if (tab !== "all") query.set("ownership", tab);
  if (folder) query.set("folder", folder);
  if (sort !== "updated") query.set("sort", sort);
  return query.size ? `/app?${query}` : "/app";
}

export class DeckList {
  query = $state<ListQuery>(parseQuery(location.search));
  items = $state.raw<DeckSummary[]>([]);
  total = $state(0);
  counts = $state.raw<DeckCounts>();
  state = $state<"loading" | "ready" | "failed">("loading");
  /** When the list was loaded, while the server cannot be reached. */
  asOf = $state<Date>();
  more = $state(false);

  #latestRequest = 0;
  #loadedAt = new Date();

  /** Changes the query, writes it into the address without a history entry, and reloads. */
  setQuery(changes: Partial<ListQuery>) {
    Object.assign(this.query, changes);
    history.replaceState(history.state, "", listUrl(this.query));
    return this.load();
  }

  /** Reloads the list, with at least `atLeast` decks if there are so many. The first request is for 100 at most. */
  async load(atLeast = PAGE) {
    const request = ++this.#latestRequest;
    try {
      const page = await this.#page(0, Math.min(100, Math.max(PAGE, atLeast)));
      if (request !== this.#latestRequest) return;
      this.items = page.presentations;
      this.#setLoaded(page);
      while (this.more && this.items.length < atLeast) if (!(await this.loadMore())) break;
      void this.count();
    } catch (fault) {
      if (request === this.#latestRequest) this.#setFailed(fault);
    }
  }

  /** Appends the next page. Returns whether it was appended: not after a failure, or when the list was reloaded. */
  async loadMore() {
    const request = this.#latestRequest;
    this.more = false;
    try {
      const page = await this.#page(this.items.length, PAGE);
      if (request !== this.#latestRequest) return;
      const known = new Set(this.items.map(({ id }) => id));
      this.items = [...this.items, ...page.presentations.filter(({ id }) => !known.has(id))];
      this.#setLoaded(page);
      return true;
    } catch (fault) {
      this.more = true;
      this.#setFailed(fault);
    }
  }

  async count() {
    this.counts = await api.get("/api/presentations/counts").catch(() => undefined);
  }

  /** Shows that an operation failed, and why. */
  showError(fault: unknown) {
    const details = fault instanceof ApiError ? ` ${sentence(fault.details)}` : "";
    toast({ text: t("common.failed") + details, tone: "danger" });
  }

  /** Duplicates a deck and lists the copy after it. */
  async duplicate(deck: DeckSummary): Promise<DeckSummary> {
    const { presentation } = await api.post("/api/presentations/{id}/duplicate", { id: deck.id });
    const at = this.items.findIndex(({ id }) => id === deck.id);
    this.items = this.items.toSpliced(at + 1, 0, presentation);
    this.total++;
    void this.count();
    return presentation;
  }

  async rename(deck: DeckSummary, title: string) {
    const { presentation } = await api.put("/api/presentations/{id}", { id: deck.id, body: { title } });
    this.#change(deck.id, presentation);
  }

  /** Gives a deck a star, or takes it away. */
  async star(deck: DeckSummary, starred: boolean) {
    const { id } = deck;
    this.#change(id, { starred });
    const path = "/api/presentations/{id}/star";
    try {
      await (starred ? api.put(path, { id }) : api.delete(path, { id }));
    } catch (fault) {
      this.#change(id, { starred: !starred });
      throw fault;
    }
    await this.count();
  }

  #change(id: string, changes: Partial<DeckSummary>) {
    this.items = this.items.map((item) => (item.id === id ? { ...item, ...changes } : item));
  }

  /** Moves decks to the trash. They leave the list at once; where a request fails, the list is loaded again. */
  async trash(...decks: DeckSummary[]) {
    const ids = decks.map(({ id }) => id);
    const before = this.items;
    this.items = before.filter(({ id }) => !ids.includes(id));
    this.total -= ids.length;
    try {
      for (const id of ids) await api.delete("/api/presentations/{id}", { id });
    } catch (fault) {
      this.items = before;
      this.total += ids.length;
      if (ids.length > 1) void this.load(before.length);
      throw fault;
    }
    void loadChunk(() => import("../lib/recent-decks")).then(({ forgetDecks }) => forgetDecks(...ids));
    void this.count();
  }

  async restore(...decks: DeckSummary[]) {
    for (const { id } of decks) await api.post("/api/presentations/{id}/restore", { id });
    await this.load(this.items.length + decks.length);
  }

  #page(offset: number, limit: number): Promise<DeckSummaryList> {
    const { q, tab, folder, sort } = this.query;
    const filter = tab === "starred" ? { starred: true } : { ownership: tab, folder: folder || undefined };
    const query = { q: q.trim() || undefined, ...filter, sort, limit, offset };
    return api.get("/api/presentations", { query });
  }

  #setLoaded({ pagination }: DeckSummaryList) {
    [this.total, this.more, this.state] = [pagination.total, pagination.hasMore, "ready"];
    [this.#loadedAt, this.asOf] = [new Date(), undefined];
  }

  #setFailed(fault: unknown) {
    if (fault instanceof Offline && this.state === "ready") this.asOf = this.#loadedAt;
    else this.state = "failed";
  }
}
