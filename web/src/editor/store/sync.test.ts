import { describe, expect, it } from "vitest";
import type { Edit, EditBatch, EditResult, JsonValue, Presentation, SetEdit } from "../../lib/api-types";
import { allApplied } from "./apply";
import { emptyOutbox, Sync, type Server } from "./sync";
import { isSame, valueAt } from "./path";

function deck(
  slides: { id: string; title: string }[] = [
    { id: "a", title: "One" },
    { id: "b", title: "Two" },
  ],
): Presentation {
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
    settings: {} as Presentation["settings"],
    slideCount: 0,
    translations: {},
    updatedAt: "",
    createdAt: "",
    slides: slides.map(({ id, title }) => ({ id, type: "eu.svc.slide.list", content: { title }, notes: "" })),
  };
}

/** A server with the rules of the route: an edit whose place changed since is a conflict, a batch is applied once. */
class Desk implements Server {
  stored = deck();
  sent: EditBatch[] = [];
  down = false;
  private answers = new Map<string, EditResult>();

  async send(batch: EditBatch): Promise<EditResult> {
    if (this.down) throw new Error("away");
    this.sent.push(structuredClone(batch));
    const name = `${batch.client} ${String(batch.seq)}`;
    const before = this.answers.get(name);
    if (before) return { ...before, again: true };
    const answer: EditResult = { revision: this.stored.revision, conflicts: [], refused: [] };
    const taken: Edit[] = [];
    batch.edits.forEach((edit, index) => {
      const fault = this.fault(edit);
      if (fault === "refused") answer.refused.push({ index, code: "too_long", details: "too long" });
      else if (fault) answer.conflicts.push({ index, ...fault });
      else taken.push(edit);
    });
    if (taken.length > 0)
      this.stored = { ...allApplied(this.stored, taken), revision: this.stored.revision + 1 };
    answer.revision = this.stored.revision;
    this.answers.set(name, answer);
    return answer;
  }

  private fault(edit: Edit): "refused" | { reason: "changed" | "gone"; present?: JsonValue } | undefined {
    if (edit.op !== "set") return undefined;
    if (edit.path === "type") return "refused";
    if (edit.value === "x".repeat(200)) return "refused";
    const slide = this.stored.slides.find(({ id }) => id === edit.slideId);
    if (!slide) return { reason: "gone" };
    const there = valueAt(slide as unknown as JsonValue, edit.path) ?? null;
    if (!("replaces" in edit) || isSame(there, edit.replaces) || isSame(there, edit.value)) return undefined;
    return { reason: "changed", present: there };
  }

  async fetch(): Promise<Presentation> {
    if (this.down) throw new Error("away");
    return structuredClone(this.stored);
  }

  /** Somebody else saves. */
  elsewhere(...edits: Edit[]) {
    this.stored = { ...allApplied(this.stored, edits), revision: this.stored.revision + 1 };
  }
}

const title = (slideId: string, value: string): SetEdit => ({
  op: "set",
  slideId,
  path: "content.title",
  value,
});
const titles = (of: Presentation) => of.slides.map((slide) => slide.content["title"]);

function open(): { desk: Desk; sync: Sync } {
  const desk = new Desk();
  return { desk, sync: new Sync(structuredClone(desk.stored), emptyOutbox("me"), desk) };
}

describe("the deck and the server", () => {
  it("shows an edit at once and sends it with what it replaces", async () => {
    const { desk, sync } = open();
    sync.edit([title("a", "First")]);
    expect(titles(sync.deck)).toEqual(["First", "Two"]);
    expect(titles(desk.stored)).toEqual(["One", "Two"]);
    await sync.settle();
    expect(desk.sent[0]?.edits).toEqual([{ ...title("a", "First"), replaces: "One" }]);
    expect(titles(desk.stored)).toEqual(["First", "Two"]);
    expect(sync.confirmed.revision).toBe(2);
  });

  it("sends a run of letters as one edit that replaces what was there before it", async () => {
    const { desk, sync } = open();
    for (const text of ["F", "Fi", "Fir"]) sync.edit([title("a", text)]);
    await sync.settle();
    expect(desk.sent).toHaveLength(1);
    expect(desk.sent[0]?.edits).toEqual([{ ...title("a", "Fir"), replaces: "One" }]);
  });

  it("keeps both when two people change different texts", async () => {
    const { desk, sync } = open();
    sync.edit([title("a", "Mine")]);
    desk.elsewhere(title("b", "Theirs"));
    await sync.settle();
    expect(titles(sync.deck)).toEqual(["Mine", "Theirs"]);
    expect(titles(desk.stored)).toEqual(["Mine", "Theirs"]);
    expect(sync.outbox.held).toEqual([]);
  });

  it("merges two changes of one text by words", async () => {
    const { desk, sync } = open();
    desk.elsewhere(title("a", "One fine day"));
    await sync.reload();
    sync.edit([title("a", "One fine morning")]);
    desk.elsewhere(title("a", "Our fine day"));
    await sync.settle();
    expect(titles(desk.stored)[0]).toBe("Our fine morning");
    expect(titles(sync.deck)[0]).toBe("Our fine morning");
    expect(sync.outbox.held).toEqual([]);
  });

  it("holds a text that both changed, overwrites nothing, and lets the person decide", async () => {
    const { desk, sync } = open();
    sync.edit([title("a", "Mine")]);
    desk.elsewhere(title("a", "Theirs"));
    await sync.settle();
    expect(titles(desk.stored)[0]).toBe("Theirs");
    expect(titles(sync.deck)[0]).toBe("Mine");
    const held = sync.outbox.held[0];
    expect(held).toMatchObject({ reason: "changed", present: "Theirs" });
    if (held) sync.resolve(held, "mine");
    await sync.settle();
    expect(titles(desk.stored)[0]).toBe("Mine");
  });

  it("takes the other text when asked to", async () => {
    const { desk, sync } = open();
    sync.edit([title("a", "Mine")]);
    desk.elsewhere(title("a", "Theirs"));
    await sync.settle();
    const held = sync.outbox.held[0];
    if (held) sync.resolve(held, "theirs");
    await sync.settle();
    expect(titles(sync.deck)[0]).toBe("Theirs");
    expect(desk.sent).toHaveLength(1);
  });

  it("does not send a held text while the person types on in it", async () => {
    const { desk, sync } = open();
    sync.edit([title("a", "Mine")]);
    desk.elsewhere(title("a", "Theirs"));
    await sync.settle();
    sync.edit([title("a", "Mine too")]);
    await sync.settle();
    expect(titles(desk.stored)[0]).toBe("Theirs");
    expect(titles(sync.deck)[0]).toBe("Mine too");
  });

  it("keeps a refused text here and sends the next one in its place", async () => {
    const { desk, sync } = open();
    sync.edit([title("a", "x".repeat(200))]);
    await sync.settle();
    expect(titles(sync.deck)[0]).toBe("x".repeat(200));
    expect(sync.outbox.held[0]).toMatchObject({ reason: "refused", details: "too long" });
    sync.edit([title("a", "Short")]);
    await sync.settle();
    expect(titles(desk.stored)[0]).toBe("Short");
    expect(sync.outbox.held).toEqual([]);
  });

  it("takes back what is no text and was refused, and says why", async () => {
    const desk = new Desk();
    const said: string[] = [];
    const sync = new Sync(structuredClone(desk.stored), emptyOutbox("me"), desk, undefined, (details) =>
      said.push(details),
    );
    sync.edit([{ op: "set", slideId: "a", path: "type", value: "eu.svc.slide.quote" }]);
    expect(sync.deck.slides[0]?.type).toBe("eu.svc.slide.quote");
    await sync.settle();
    expect(sync.deck.slides[0]?.type).toBe("eu.svc.slide.list");
    expect(sync.outbox.held).toEqual([]);
    expect(said).toEqual(["too long"]);
  });

  it("keeps edits while the server is away and sends them later, once", async () => {
    const { desk, sync } = open();
    desk.down = true;
    sync.edit([title("a", "Offline")]);
    await expect(sync.settle()).rejects.toThrow("away");
    expect(sync.isIdle).toBe(false);
    sync.edit([title("b", "Too")]);
    const kept = structuredClone(sync.outbox);
    desk.down = false;
    const next = new Sync(await desk.fetch(), kept, desk);
    expect(titles(next.deck)).toEqual(["Offline", "Too"]);
    await next.settle();
    expect(titles(desk.stored)).toEqual(["Offline", "Too"]);
    expect(desk.sent.map(({ seq }) => seq)).toEqual([1, 2]);
  });

  it("is not confused when the answer to a batch was lost on its way", async () => {
    const { desk, sync } = open();
    sync.edit([title("a", "Sent")]);
    const send = desk.send.bind(desk);
    desk.send = async (batch) => {
      await send(batch);
      throw new Error("cut");
    };
    await expect(sync.settle()).rejects.toThrow("cut");
    desk.send = send;
    desk.elsewhere(title("a", "After"));
    await sync.settle();
    expect(titles(desk.stored)[0]).toBe("After");
    expect(titles(sync.deck)[0]).toBe("After");
    expect(sync.outbox.held).toEqual([]);
  });

  it("fetches what it heard of and leaves its own edits on top", async () => {
    const { desk, sync } = open();
    desk.elsewhere({ op: "insert", after: "a", slides: [{ id: "c", type: "t", content: { title: "New" } }] });
    sync.hear(desk.stored.revision);
    await sync.settle();
    expect(titles(sync.deck)).toEqual(["One", "New", "Two"]);
    sync.hear(1);
    await sync.settle();
    expect(sync.confirmed.revision).toBe(2);
  });

  it("saves what waited, and leaves what is typed meanwhile for the next time", async () => {
    const { desk, sync } = open();
    sync.edit([title("a", "T")]);
    const saving = sync.save();
    await Promise.resolve();
    sync.edit([title("a", "Ti")]);
    await saving;
    expect([desk.sent.length, titles(desk.stored)[0], sync.isIdle]).toEqual([1, "T", false]);
    const settling = sync.settle();
    await Promise.resolve();
    sync.edit([title("a", "Tid")]);
    await settling;
    expect([titles(desk.stored)[0], sync.isIdle]).toEqual(["Tid", true]);
  });

  it("fetches what somebody saved without hurrying what waits here", async () => {
    const { desk, sync } = open();
    sync.edit([title("a", "Mine")]);
    desk.elsewhere(title("b", "Theirs"));
    sync.hear(desk.stored.revision);
    await sync.catchUp();
    expect(titles(sync.deck)).toEqual(["Mine", "Theirs"]);
    expect(desk.sent).toEqual([]);
  });

  it("says so when the slide of a change is gone", async () => {
    const { desk, sync } = open();
    sync.edit([title("a", "Late")]);
    desk.elsewhere({ op: "remove", slideId: "a" });
    await sync.settle();
    expect(titles(sync.deck)).toEqual(["Two"]);
    expect(sync.outbox.held[0]).toMatchObject({ reason: "gone" });
  });
});
