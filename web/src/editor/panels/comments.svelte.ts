// The comments on a deck: loaded once, updated by the deck's event stream, shared by the panel and the slide list.

import { api, ApiError } from "../../lib/api";
import type { Comment, CommentStatus } from "../../lib/api-types";
import { t } from "../../lib/i18n";
import { loadChunk } from "../../lib/chunks";
import { toast } from "../../lib/toasts.svelte";
import type { CommentCounts, EditorStore } from "../panel-types";

/** Why comments cannot be written: file storage does not support them. */
export type Unavailable = "database";

export class Threads {
  list = $state.raw<Comment[]>([]);
  state = $state<"loading" | "ready" | "failed">("loading");
  unavailable = $state<Unavailable>();
  /** Unsent drafts, by slide or thread. */
  drafts = $state<Record<string, string>>({});
  readonly #deckId: string;
  #loaded = Promise.resolve();

  constructor(store: EditorStore) {
    this.#deckId = store.deck.id;
    store.on("commentChanged", ({ commentId, action }) => void this.#onChange(store, commentId, action));
    store.on("online", () => void this.load());
    void this.load();
  }

  readonly open = $derived(this.list.filter(({ status }) => status === "open"));

  /** Loads the comments, one request after another: an older answer must not replace a newer one. */
  load(): Promise<void> {
    return (this.#loaded = this.#loaded.then(() => this.#load()));
  }

  async #load() {
    try {
      this.list = (await api.get("/api/presentations/{id}/comments", { id: this.#deckId })).comments;
      this.state = "ready";
    } catch {
      if (this.state === "loading") this.state = "failed";
    }
  }

  /** Reloads after a change, and shows a message about another user's comment unless the comments are visible. */
  async #onChange(store: EditorStore, commentId: string, action: string) {
    await this.load();
    if (action === "status" || store.panel === "comments") return;
    const thread = this.list.find(
      ({ id, replies }) => id === commentId || replies.some((reply) => reply.id === commentId),
    );
    // The event names the thread; the newest reply is the new one.
    const comment = action === "replied" ? thread?.replies.at(-1) : thread;
    if (!thread || !comment || comment.author === store.me.user.email) return;
    await loadChunk(() => import("./load-texts"));
    const text = t("panels.comments.new", { name: comment.authorName || comment.author });
    const run = () => {
      if (thread.slideId) store.select(thread.slideId);
      store.openPanel("comments");
    };
    toast({ text, action: { label: t("panels.comments.show"), run } });
  }

  /** Comments on a slide, or on the deck. */
  async add(body: string, slideId: string | null) {
    await this.#write((id) =>
      api.post("/api/presentations/{id}/comments", { id, body: slideId ? { body, slideId } : { body } }),
    );
  }

  async reply(thread: Comment, body: string) {
    await this.#write((id) =>
      api.post("/api/presentations/{id}/comments/{comment}/replies", {
        id,
        comment: thread.id,
        body: { body },
      }),
    );
  }

  async setStatus(thread: Comment, status: CommentStatus) {
    await this.#write((id) =>
      api.patch("/api/presentations/{id}/comments/{comment}", { id, comment: thread.id, body: { status } }),
    );
  }

  async #write(call: (id: string) => Promise<unknown>) {
    try {
      await call(this.#deckId);
    } catch (fault) {
      if (fault instanceof ApiError && fault.code === "database_required") this.unavailable = "database";
      throw fault;
    }
    await this.load();
  }
}

const byStore = new WeakMap<EditorStore, Threads>();

/** The comments of a store's deck. */
export function threads(store: EditorStore): Threads {
  const threads = byStore.get(store) ?? new Threads(store);
  byStore.set(store, threads);
  return threads;
}

/** The number of open threads by slide; reactive. */
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
