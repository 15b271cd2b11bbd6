import { describe, expect, it } from "vitest";
import type { Edit, Deck } from "../../lib/api-types";
import { allApplied } from "./apply";
import { History } from "./history";
import { mergedText } from "./merge";
import { isSame, valueAt, withValue } from "./path";

const selection = { slideId: "a", selection: ["a"] };

function deck(): Deck {
  const slide = (id: string) => ({
    id,
    type: "eu.svc.slide.list",
    content: { title: id, items: [{ title: "x" }] },
    notes: "",
  });
  return {
    id: "d",
    title: "Deck",
    description: "",
    theme: "default",
    language: "en-GB",
    languages: ["en-GB", "nl"],
    revision: 1,
    ownerEmail: "",
    visibility: "private",
    permission: "owner",
    isViewOnly: false,
    settings: { transitions: { preset: "none" } } as Deck["settings"],
    slideCount: 0,
    translations: { nl: { slides: { b: { content: { title: "bee" } } } } },
    updatedAt: "",
    createdAt: "",
    slides: ["a", "b", "c"].map(slide),
  };
}

/** Applies edits as steps of their own, then undoes and redoes them all. */
function check(...steps: Edit[][]) {
  const history = new History();
  const states = [deck()];
  for (const [at, edits] of steps.entries()) {
    const current = states.at(-1) as Deck;
    history.record(current, edits, { label: "step", selection, at: at * 1000 });
    states.push(allApplied(current, edits));
  }
  let current = states.at(-1) as Deck;
  for (const expected of states.slice(0, -1).reverse()) {
    const undone = history.undo(current);
    expect(undone?.prevented).toEqual([]);
    current = allApplied(current, undone?.edits ?? []);
    expect(isSame(current, expected)).toBe(true);
  }
  for (const expected of states.slice(1)) {
    current = allApplied(current, history.redo()?.edits ?? []);
    expect(isSame(current, expected)).toBe(true);
  }
}

describe("undo and redo", () => {
  it("restores a text, a list, notes and a flag", () => {
    check(
      [{ op: "set", slideId: "a", path: "content.title", value: "A" }],
      [{ op: "set", slideId: "a", path: "content.items", value: [{ title: "x" }, { title: "y" }] }],
      [{ op: "set", slideId: "b", path: "notes", value: "Say it" }],
      [{ op: "set", slideId: "b", path: "visibility.hideInExport", value: true }],
      [{ op: "set", slideId: "a", path: "content.title", value: null }],
    );
  });

  it("restores slides that were added, removed and moved, with their translations", () => {
    check(
      [{ op: "insert", after: "a", slides: [{ id: "n", type: "t", content: {}, notes: "" }] }],
      [
        { op: "remove", slideId: "b" },
        { op: "remove", slideId: "c" },
      ],
      [{ op: "move", slideId: "n", after: null }],
    );
  });

  it("restores a slide that was replaced by one of the library, with its translations", () => {
    const value = (title: string, revision: number) => ({
      type: "eu.svc.slide.list",
      content: { title },
      notes: "",
      visibility: {},
      library: { id: "kept", revision },
      translations: { nl: { content: { title: `${title} (nl)` } } },
    });
    check(
      [{ op: "set", slideId: "a", path: "", value: value("new", 1) }],
      [{ op: "set", slideId: "b", path: "", value: value("newer", 2) }],
      [{ op: "set", slideId: "b", path: "library", value: null }],
    );
  });

  it("restores a language and a title", () => {
    check(
      [{ op: "deck", path: "title", value: "Other" }],
      [{ op: "set", slideId: "a", lang: "nl", path: "content.title", value: "aa" }],
      [{ op: "deck", path: "translations.nl", value: null }],
      [{ op: "deck", path: "settings.transitions.preset", value: "fade" }],
    );
  });

  it("joins a run of typing, and no other edits", () => {
    const history = new History();
    let current = deck();
    const type = (value: string, at: number, run = "a title") => {
      const edits: Edit[] = [{ op: "set", slideId: "a", path: "content.title", value }];
      history.record(current, edits, { label: "Type", run, selection, at });
      current = allApplied(current, edits);
    };
    type("A", 0);
    type("Ab", 300);
    type("Abc", 2000);
    expect(history.steps.done).toHaveLength(2);
    type("Abcd", 2100, "visit a title");
    type("Abcde", 90_000, "visit a title");
    expect(history.steps.done).toHaveLength(3);
    history.endRun();
    type("Abcdef", 90_100, "visit a title");
    expect(history.steps.done).toHaveLength(4);
    for (const expected of ["Abcde", "Abc", "Ab", "a"]) {
      current = allApplied(current, history.undo(current)?.edits ?? []);
      expect(current.slides[0]?.content["title"]).toBe(expected);
    }
  });

  it("undoes a step before the last one, and only once", () => {
    const history = new History();
    let current = deck();
    const change = (...edits: Edit[]) => {
      history.record(current, edits, { label: "step", selection, at: 0 });
      current = allApplied(current, edits);
    };
    change({ op: "remove", slideId: "b" });
    const deletion = history.undoable;
    change({ op: "set", slideId: "a", path: "content.title", value: "Typed later" });
    current = allApplied(current, history.undo(current, deletion)?.edits ?? []);
    expect(current.slides.map(({ id }) => id)).toEqual(["a", "b", "c"]);
    expect(current.slides[0]?.content["title"]).toBe("Typed later");
    expect(history.undo(current, deletion)).toBeUndefined();
    current = allApplied(current, history.undo(current)?.edits ?? []);
    expect(current.slides[0]?.content["title"]).toBe("a");
  });

  it("does not undo what another user changed since", () => {
    const history = new History();
    const edits: Edit[] = [{ op: "set", slideId: "a", path: "content.title", value: "Mine" }];
    history.record(deck(), edits, { label: "Type", selection, at: 0 });
    const theirs = allApplied(deck(), [{ op: "set", slideId: "a", path: "content.title", value: "Theirs" }]);
    const undone = history.undo(theirs);
    expect(undone?.edits).toEqual([]);
    expect(undone?.prevented).toHaveLength(1);
  });
});

describe("paths", () => {
  it("read and write at any depth and share unchanged values", () => {
    const root = { items: [{ title: "a" }, { title: "b" }], other: {} };
    expect(valueAt(root, "items.1.title")).toBe("b");
    expect(valueAt(root, "items.7.title")).toBeUndefined();
    const changed = withValue(root, "items.1.title", "c");
    expect(changed).toEqual({ items: [{ title: "a" }, { title: "c" }], other: {} });
    expect(changed.other).toBe(root.other);
    expect(withValue(root, "items.0", null)).toEqual({ items: [{ title: "b" }], other: {} });
    expect(withValue(root, "rows.0.title", "x")).toBe(root);
  });
});

describe("merging a text by words", () => {
  it.each([
    ["one two three", "one two four", "zero two three", "zero two four"],
    ["one two", "one two three", "zero one two", "zero one two three"],
    ["one", "one", "two", "two"],
    ["one two", "one", "one two", "one"],
    ["one two", "one 2", "one II", undefined],
    ["one", "one a", "one b", undefined],
    ["", "mine", "theirs", undefined],
  ])("%j, %j and %j give %j", (base, mine, theirs, merged) => {
    expect(mergedText(base, mine, theirs)).toBe(merged);
  });
});
