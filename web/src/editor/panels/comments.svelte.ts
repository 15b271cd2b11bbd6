// The comments on a deck: fetched once, kept up to date by the deck's stream, shared by the panel and the marks.

import { api, ApiError } from "../../lib/api";
import { t } from "../../lib/i18n";
import { part } from "../../lib/parts";
import { toast } from "../../lib/toasts.svelte";
import type { CommentCounts, Content, EditorStore } from "../seam";

export type Status = "open" | "resolved" | "dismissed";
export type Comment = {
  id: string;
  slideId: string | null;
  author: string;
  authorName: string;
  body: string;
  status: Status;
  createdAt: string;
  slideSnapshot: { id: string; type: string; content: Content } | null;
  /** Null on the deck as a whole. */
  slide: { deleted: boolean; number?: number; title?: string } | null;
  replies: Comment[];
};

/** Why nothing can be said here: file storage keeps no comments. */
export type Hindrance = "database";

export class Threads {
  list = $state.raw<Comment[]>([]);
  state = $state<"loading" | "there" | "failed">("loading");
  hindrance = $state<Hindrance>();
  /** What was begun and not sent, by what it answers. */
  drafts = $state<Record<string, string>>({});
  readonly #path: string;

  constructor(store: EditorStore) {
    this.#path = `/api/presentations/${store.deck.id}/comments`;
    store.on("commentChanged", ({ commentId, action }) => void this.#heard(store, commentId, action));
    store.on("online", () => void this.load());
    void this.load();
  }

  readonly open = $derived(this.list.filter(({ status }) => status === "open"));

  async load() {
    try {
      this.list = (await api.get<{ comments: Comment[] }>(this.#path)).comments;
      this.state = "there";
    } catch {
      if (this.state === "loading") this.state = "failed";
    }
  }

  /** Takes in what somebody did. What another one said is told, unless the comments are in view. */
  async #heard(store: EditorStore, commentId: string, action: string) {
    await this.load();
    if (action === "status" || store.panel === "comments") return;
    const thread = this.list.find(
      ({ id, replies }) => id === commentId || replies.some((reply) => reply.id === commentId),
    );
    // A reply is told by its thread: the newest one is meant.
    const said = action === "replied" ? thread?.replies.at(-1) : thread;
    if (!thread || !said || said.author === store.me.user.email) return;
    await part(() => import("./words"));
    const text = t("panels.comments.new", { name: said.authorName || said.author });
    const run = () => {
      if (thread.slideId) store.select(thread.slideId);
      store.openPanel("comments");
    };
    toast({ text, action: { label: t("panels.comments.show"), run } });
  }

  /** Says something on a slide or the deck. */
  async add(body: string, slideId: string | null) {
    await this.#write(() => api.post(this.#path, slideId ? { body, slideId } : { body }));
  }

  async reply(thread: Comment, body: string) {
    await this.#write(() => api.post(`${this.#path}/${thread.id}/replies`, { body }));
  }

  async settle(thread: Comment, status: Status) {
    await this.#write(() => api.patch(`${this.#path}/${thread.id}`, { status }));
  }

  async #write(call: () => Promise<unknown>) {
    try {
      await call();
    } catch (fault) {
      if (fault instanceof ApiError && fault.code === "database_required") this.hindrance = "database";
      throw fault;
    }
    await this.load();
  }
}

const known = new WeakMap<EditorStore, Threads>();

/** The comments of the deck a store holds. */
export function threads(store: EditorStore): Threads {
  const made = known.get(store) ?? new Threads(store);
  known.set(store, made);
  return made;
}

/** How many threads are open, by slide; reactive. */
export function commentCounts(store: EditorStore): CommentCounts {
  const all = threads(store);
  return {
    get bySlide() {
      const counts: Record<string, number> = {};
      for (const { slideId } of all.open) if (slideId) counts[slideId] = (counts[slideId] ?? 0) + 1;
      return counts;
    },
    get total() {
      return all.open.length;
    },
  };
}
