// The comments on a deck: fetched once, kept up to date by the deck's stream, shared by the panel and the marks.

import { api, ApiError } from "../../lib/api";
import type { Comment, CommentStatus } from "../../lib/api-types";
import { t } from "../../lib/i18n";
import { part } from "../../lib/parts";
import { toast } from "../../lib/toasts.svelte";
import type { CommentCounts, EditorStore } from "../seam";

/** Why nothing can be said here: file storage keeps no comments. */
export type Hindrance = "database";

export class Threads {
  list = $state.raw<Comment[]>([]);
  state = $state<"loading" | "there" | "failed">("loading");
  hindrance = $state<Hindrance>();
  /** What was begun and not sent, by what it answers. */
  drafts = $state<Record<string, string>>({});
  readonly #deckId: string;

  constructor(store: EditorStore) {
    this.#deckId = store.deck.id;
    store.on("commentChanged", ({ commentId, action }) => void this.#heard(store, commentId, action));
    store.on("online", () => void this.load());
    void this.load();
  }

  readonly open = $derived(this.list.filter(({ status }) => status === "open"));

  async load() {
    try {
      this.list = (await api.get("/api/presentations/{id}/comments", { id: this.#deckId })).comments;
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

  async settle(thread: Comment, status: CommentStatus) {
    await this.#write((id) =>
      api.patch("/api/presentations/{id}/comments/{comment}", { id, comment: thread.id, body: { status } }),
    );
  }

  async #write(call: (id: string) => Promise<unknown>) {
    try {
      await call(this.#deckId);
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
