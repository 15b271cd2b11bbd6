import { describe, expect, it } from "vitest";
import type {
  BatchAnswer,
  Content,
  Deck,
  Edit,
  FieldDraft,
  JsonValue,
  SendEdits,
  SetEdit,
  Slide,
} from "../../lib/api-types";
import { allApplied } from "./apply";
import { emptyOutbox, Sync, type Server } from "./sync";
import { isSame, valueAt } from "./path";

function deck(
  slides: { id: string; title: string }[] = [
    { id: "a", title: "One" },
    { id: "b", title: "Two" },
  ],
): Deck {
  return {
    id: "d",
    title: "Deck",
    description: "",
    theme: "default",
    language: "en-GB",
    languages: ["en-GB"],
    revision: 1,
    ownerEmail: "a@b.c",
    visibility: "private",
    permission: "owner",
    isViewOnly: false,
    settings: {} as Deck["settings"],
    slideCount: 0,
    translations: {},
    updatedAt: "",
    createdAt: "",
    slides: slides.map(({ id, title }) => ({ id, type: "eu.svc.slide.list", content: { title }, notes: "" })),
  };
}

/** A server with the rules of the route: an edit whose value changed is a conflict, and a batch is applied once. */
class FakeServer implements Server {
  stored = deck();
  sent: SendEdits[] = [];
  down = false;
  /** Drafts of texts with more than 100 characters. An old server, without `hasDrafts`, stores none. */
  kept: FieldDraft[] = [];
  hasDrafts = true;
  private answers = new Map<string, BatchAnswer>();

  async send(batch: SendEdits): Promise<BatchAnswer> {
    if (this.down) throw new Error("away");
    this.sent.push(structuredClone(batch));
    const name = `${batch.client} ${String(batch.seq)}`;
    const before = this.answers.get(name);
    if (before) return { ...before, again: true };
    const answer: BatchAnswer = { revision: this.stored.revision, conflicts: [], refused: [] };
    const taken: Edit[] = [];
    batch.edits.forEach((edit, index) => {
      const fault = this.fault(edit);
      const drafted = this.hasDrafts && batch.drafts === true && edit.op === "set" && edit.path !== "type";
      if (edit.op === "set" && (fault === undefined || fault === "refused"))
        this.kept = this.kept.filter((draft) => !isOf(draft, edit));
      if (fault === "refused" && drafted) {
        this.kept.push({ slideId: edit.slideId, path: edit.path, value: edit.value as JsonValue });
        answer.refused.push({ index, code: "bad_request", details: "too long", drafted });
      } else if (fault === "refused")
        answer.refused.push({ index, code: "bad_request", details: "too long" });
      else if (fault) answer.conflicts.push({ index, ...fault });
      else taken.push(edit);
    });
    if (this.hasDrafts && batch.drafts) answer.drafts = structuredClone(this.kept);
    if (taken.length > 0)
      this.stored = { ...allApplied(this.stored, taken), revision: this.stored.revision + 1 };
    answer.revision = this.stored.revision;
    this.answers.set(name, answer);
    return answer;
  }

  private fault(edit: Edit): "refused" | { reason: "changed" | "gone"; present?: JsonValue } | undefined {
    if (edit.op !== "set") return undefined;
    if (edit.path === "type") return "refused";
    const slide = this.stored.slides.find(({ id }) => id === edit.slideId);
    if (!slide) return { reason: "gone" };
    const draft = this.kept.find((draft) => isOf(draft, edit));
    const there = draft?.value ?? valueAt(slide as unknown as JsonValue, edit.path) ?? null;
    const isLong = typeof edit.value === "string" && edit.value.length > 100;
    if (!("replaces" in edit) || isSame(there, edit.replaces) || isSame(there, edit.value))
      return isLong ? "refused" : undefined;
    return { reason: "changed", present: there };
  }

  async drafts(): Promise<FieldDraft[]> {
    return structuredClone(this.kept);
  }

  async fetch(): Promise<Deck> {
    if (this.down) throw new Error("away");
    return structuredClone(this.stored);
  }

  /** Another user saves. */
  saveBySomebodyElse(...edits: Edit[]) {
    this.stored = { ...allApplied(this.stored, edits), revision: this.stored.revision + 1 };
  }
}

const isOf = (draft: FieldDraft, edit: SetEdit) => draft.slideId === edit.slideId && draft.path === edit.path;

const title = (slideId: string, value: string): SetEdit => ({
  op: "set",
  slideId,
  path: "content.title",
  value,
});
const titles = (of: Deck) => of.slides.map((slide) => slide.content["title"]);

function open(): { server: FakeServer; sync: Sync } {
  const server = new FakeServer();
  return { server, sync: new Sync(structuredClone(server.stored), emptyOutbox("me"), server) };
}

describe("the deck and the server", () => {
  it("applies an edit at once and sends it with the value that it replaces", async () => {
    const { server, sync } = open();
    sync.edit([title("a", "First")]);
    expect(titles(sync.deck)).toEqual(["First", "Two"]);
    expect(titles(server.stored)).toEqual(["One", "Two"]);
    await sync.flush();
    expect(server.sent[0]?.edits).toEqual([{ ...title("a", "First"), replaces: "One" }]);
    expect(titles(server.stored)).toEqual(["First", "Two"]);
    expect(sync.confirmed.revision).toBe(2);
  });

  it("loads what the server made of an edit of names whose entries moved meanwhile", async () => {
    const { server } = open();
    const items = [{ title: "One" }, { title: "Two" }];
    const named = (morphNames: Record<string, string>, list: Content[]) => {
      const [slide] = server.stored.slides as [Slide];
      const slides = [{ ...slide, content: { ...slide.content, items: list }, morphNames }];
      server.stored = { ...server.stored, slides, revision: server.stored.revision + 1 };
    };
    named({ "items.0": "first", "items.1": "second" }, items);
    const sync = new Sync(structuredClone(server.stored), emptyOutbox("me"), server);
    server.send = async ({ seq }) => {
      if (seq === 1) {
        named({ "items.1": "first", "items.0": "second" }, items.toReversed());
        // The first name is removed while the edit of the list is being sent.
        sync.edit([set("morphNames", { "items.1": "second" })]);
      } else named({ "items.0": "second" }, items.toReversed());
      return { revision: server.stored.revision, conflicts: [], refused: [], drafts: [] };
    };
    const set = (path: string, value: JsonValue): SetEdit => ({ op: "set", slideId: "a", path, value });
    sync.edit([set("content.items", items.toReversed())]);
    await sync.flush();
    expect(sync.confirmed).toEqual(server.stored);
    expect(sync.deck.slides[0]?.morphNames).toEqual({ "items.0": "second" });
  });

  it("sends a run of keystrokes as one edit that replaces the value before it", async () => {
    const { server, sync } = open();
    for (const text of ["F", "Fi", "Fir"]) sync.edit([title("a", text)]);
    await sync.flush();
    expect(server.sent).toHaveLength(1);
    expect(server.sent[0]?.edits).toEqual([{ ...title("a", "Fir"), replaces: "One" }]);
  });

  it("keeps both changes when two users change different texts", async () => {
    const { server, sync } = open();
    sync.edit([title("a", "Mine")]);
    server.saveBySomebodyElse(title("b", "Theirs"));
    await sync.flush();
    expect(titles(sync.deck)).toEqual(["Mine", "Theirs"]);
    expect(titles(server.stored)).toEqual(["Mine", "Theirs"]);
    expect(sync.outbox.held).toEqual([]);
  });

  it("merges two changes of one text by words", async () => {
    const { server, sync } = open();
    server.saveBySomebodyElse(title("a", "One fine day"));
    await sync.reload();
    sync.edit([title("a", "One fine morning")]);
    server.saveBySomebodyElse(title("a", "Our fine day"));
    await sync.flush();
    expect(titles(server.stored)[0]).toBe("Our fine morning");
    expect(titles(sync.deck)[0]).toBe("Our fine morning");
    expect(sync.outbox.held).toEqual([]);
  });

  it("keeps a text that both changed unresolved, overwrites nothing, and lets the user choose", async () => {
    const { server, sync } = open();
    sync.edit([title("a", "Mine")]);
    server.saveBySomebodyElse(title("a", "Theirs"));
    await sync.flush();
    expect(titles(server.stored)[0]).toBe("Theirs");
    expect(titles(sync.deck)[0]).toBe("Mine");
    const held = sync.outbox.held[0];
    expect(held).toMatchObject({ reason: "changed", present: "Theirs" });
    if (held) sync.resolve(held, "mine");
    await sync.flush();
    expect(titles(server.stored)[0]).toBe("Mine");
  });

  it("takes the text of the other user when the user chooses it", async () => {
    const { server, sync } = open();
    sync.edit([title("a", "Mine")]);
    server.saveBySomebodyElse(title("a", "Theirs"));
    await sync.flush();
    const held = sync.outbox.held[0];
    if (held) sync.resolve(held, "theirs");
    await sync.flush();
    expect(titles(sync.deck)[0]).toBe("Theirs");
    expect(server.sent).toHaveLength(1);
  });

  it("does not send an unresolved text while the user types on in it", async () => {
    const { server, sync } = open();
    sync.edit([title("a", "Mine")]);
    server.saveBySomebodyElse(title("a", "Theirs"));
    await sync.flush();
    sync.edit([title("a", "Mine too")]);
    await sync.flush();
    expect(titles(server.stored)[0]).toBe("Theirs");
    expect(titles(sync.deck)[0]).toBe("Mine too");
  });

  it("keeps a refused text that the server does not keep, and sends the next one in its place", async () => {
    const { server, sync } = open();
    server.hasDrafts = false;
    sync.edit([title("a", "x".repeat(200))]);
    await sync.flush();
    expect(titles(sync.deck)[0]).toBe("x".repeat(200));
    expect(sync.outbox.held[0]).toMatchObject({ reason: "refused", details: "too long" });
    sync.edit([title("a", "Short")]);
    await sync.flush();
    expect(titles(server.stored)[0]).toBe("Short");
    expect(sync.outbox.held).toEqual([]);
  });

  it("shows a draft of the server to everybody until one of them corrects the text", async () => {
    const { server, sync } = open();
    const long = "x".repeat(200);
    sync.edit([title("a", long)]);
    await sync.flush();
    expect(titles(server.stored)[0]).toBe("One");
    expect([sync.outbox.held, sync.drafts.length]).toEqual([[], 1]);
    expect(titles(sync.deck)[0]).toBe(long);

    const other = new Sync(await server.fetch(), emptyOutbox("other"), server);
    await other.loadDrafts();
    expect(titles(other.deck)[0]).toBe(long);
    other.edit([title("a", `${long}y`)]);
    await other.flush();
    await sync.loadDrafts();
    expect(titles(sync.deck)[0]).toBe(`${long}y`);

    sync.edit([title("a", "Short")]);
    await sync.flush();
    expect(titles(server.stored)[0]).toBe("Short");
    await other.loadDrafts();
    expect([titles(other.deck)[0], other.drafts]).toEqual(["Short", []]);
  });

  it("shows a draft of the title of the deck, and sends it again where only this browser has it", () => {
    const { server } = open();
    const drafts = [{ path: "title", value: "A long title" }];
    const nothing = () => undefined;
    const sync = new Sync(server.stored, emptyOutbox("me"), server, nothing, nothing, nothing, drafts);
    expect([sync.deck.title, sync.confirmed.title]).toEqual(["A long title", "Deck"]);
    sync.edit([{ op: "deck", path: "title", value: "Short" }]);
    expect(sync.outbox.pending).toEqual([
      { op: "deck", path: "title", value: "Short", replaces: "A long title" },
    ]);

    const edit = { op: "deck", path: "title", value: "Longer" } as const;
    const held = [{ edit, reason: "refused" as const, details: "too long" }];
    const again = new Sync(server.stored, { ...emptyOutbox("me"), held }, server);
    expect([again.outbox.held, again.outbox.pending]).toEqual([[], [{ ...edit, replaces: "Deck" }]]);
  });

  it("merges what two people write into one draft", async () => {
    const { server, sync } = open();
    const words = "word ".repeat(30);
    sync.edit([title("a", `${words}end`)]);
    await sync.flush();
    const other = new Sync(await server.fetch(), emptyOutbox("other"), server);
    await other.loadDrafts();
    sync.edit([title("a", `Start ${words}end`)]);
    await sync.flush();
    other.edit([title("a", `${words}end and more`)]);
    await other.flush();
    expect(server.kept.map(({ value }) => value)).toEqual([`Start ${words}end and more`]);
  });

  it("replaces the draft of another user by the own text when the user chooses that", async () => {
    const { server, sync } = open();
    const other = new Sync(await server.fetch(), emptyOutbox("other"), server);
    other.edit([title("a", "y".repeat(200))]);
    await other.flush();
    sync.edit([title("a", "Mine")]);
    await sync.flush();
    const [held] = sync.outbox.held;
    expect(held).toMatchObject({ reason: "changed", present: "y".repeat(200) });
    if (held) sync.resolve(held, "mine");
    await sync.flush();
    expect([titles(server.stored)[0], server.kept, sync.outbox.held]).toEqual(["Mine", [], []]);
  });

  it("sends texts again that only this browser has kept", async () => {
    const { server } = open();
    const edit = title("a", "x".repeat(200));
    const outbox = {
      ...emptyOutbox("me"),
      held: [{ edit, reason: "refused" as const, details: "too long" }],
    };
    const sync = new Sync(await server.fetch(), outbox, server);
    expect(titles(sync.deck)[0]).toBe(edit.value);
    await sync.flush();
    expect(server.kept).toEqual([{ slideId: "a", path: "content.title", value: edit.value }]);
    expect(sync.outbox.held).toEqual([]);
  });

  it("reverts a refused edit that is not a text, and reports why", async () => {
    const server = new FakeServer();
    const reasons: string[] = [];
    const sync = new Sync(structuredClone(server.stored), emptyOutbox("me"), server, undefined, (details) =>
      reasons.push(details),
    );
    sync.edit([{ op: "set", slideId: "a", path: "type", value: "eu.svc.slide.quote" }]);
    expect(sync.deck.slides[0]?.type).toBe("eu.svc.slide.quote");
    await sync.flush();
    expect(sync.deck.slides[0]?.type).toBe("eu.svc.slide.list");
    expect(sync.outbox.held).toEqual([]);
    expect(reasons).toEqual(["too long"]);
  });

  it("keeps edits while the server is offline and sends them later, once", async () => {
    const { server, sync } = open();
    server.down = true;
    sync.edit([title("a", "Offline")]);
    await expect(sync.flush()).rejects.toThrow("away");
    expect(sync.isIdle).toBe(false);
    sync.edit([title("b", "Too")]);
    const kept = structuredClone(sync.outbox);
    server.down = false;
    const next = new Sync(await server.fetch(), kept, server);
    expect(titles(next.deck)).toEqual(["Offline", "Too"]);
    await next.flush();
    expect(titles(server.stored)).toEqual(["Offline", "Too"]);
    expect(server.sent.map(({ seq }) => seq)).toEqual([1, 2]);
  });

  it("handles a lost response to a batch", async () => {
    const { server, sync } = open();
    sync.edit([title("a", "Sent")]);
    const send = server.send.bind(server);
    server.send = async (batch) => {
      await send(batch);
      throw new Error("cut");
    };
    await expect(sync.flush()).rejects.toThrow("cut");
    server.send = send;
    server.saveBySomebodyElse(title("a", "After"));
    await sync.flush();
    expect(titles(server.stored)[0]).toBe("After");
    expect(titles(sync.deck)[0]).toBe("After");
    expect(sync.outbox.held).toEqual([]);
  });

  it("loads a newer revision and applies its own edits on top", async () => {
    const { server, sync } = open();
    server.saveBySomebodyElse({
      op: "insert",
      after: "a",
      slides: [{ id: "c", type: "t", content: { title: "New" } }],
    });
    sync.noteRevision(server.stored.revision);
    await sync.flush();
    expect(titles(sync.deck)).toEqual(["One", "New", "Two"]);
    sync.noteRevision(1);
    await sync.flush();
    expect(sync.confirmed.revision).toBe(2);
  });

  it("sends what is pending, and leaves later edits for the next time", async () => {
    const { server, sync } = open();
    sync.edit([title("a", "T")]);
    const saving = sync.sendPending();
    await Promise.resolve();
    sync.edit([title("a", "Ti")]);
    await saving;
    expect([server.sent.length, titles(server.stored)[0], sync.isIdle]).toEqual([1, "T", false]);
    const settling = sync.flush();
    await Promise.resolve();
    sync.edit([title("a", "Tid")]);
    await settling;
    expect([titles(server.stored)[0], sync.isIdle]).toEqual(["Tid", true]);
  });

  it("loads what another user saved without sending pending edits", async () => {
    const { server, sync } = open();
    sync.edit([title("a", "Mine")]);
    server.saveBySomebodyElse(title("b", "Theirs"));
    sync.noteRevision(server.stored.revision);
    await sync.catchUp();
    expect(titles(sync.deck)).toEqual(["Mine", "Theirs"]);
    expect(server.sent).toEqual([]);
  });

  it("reports that the slide of an edit is gone", async () => {
    const { server, sync } = open();
    sync.edit([title("a", "Late")]);
    server.saveBySomebodyElse({ op: "remove", slideId: "a" });
    await sync.flush();
    expect(titles(sync.deck)).toEqual(["Two"]);
    expect(sync.outbox.held[0]).toMatchObject({ reason: "gone" });
  });
});
