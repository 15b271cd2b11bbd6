import { describe, expect, test } from "vitest";
import {
  fieldDifferences,
  isSame,
  slideDifferences,
  wordDifferences,
  type ComparedSlide,
} from "./difference";

const slide = (id: string, title = id): ComparedSlide => ({ id, type: "t", content: { title }, notes: "" });
const fates = (then: ComparedSlide[], now: ComparedSlide[]) =>
  slideDifferences(then, now).map(({ fate, then: old, now: present }) => `${(old ?? present)?.id} ${fate}`);

describe("slides", () => {
  test("are unchanged, changed, removed or new", () => {
    const then = [slide("a"), slide("b"), slide("c")];
    const now = [slide("a"), slide("b", "other"), slide("d")];
    expect(fates(then, now)).toEqual(["a same", "b changed", "c gone", "d new"]);
  });
  test("only the slide that was moved to the front counts as moved", () => {
    const [a, b, c] = [slide("a"), slide("b"), slide("c")];
    expect(fates([a, b, c], [c, a, b])).toEqual(["a same", "b same", "c moved"]);
  });
  test("removing a slide moves no other", () => {
    expect(fates([slide("a"), slide("b"), slide("c")], [slide("b"), slide("c")])).toEqual([
      "a gone",
      "b same",
      "c same",
    ]);
  });
  test("notes and visibility count, an empty visibility does not", () => {
    const seen = { ...slide("a"), visibility: {} };
    expect(fates([slide("a")], [seen])).toEqual(["a same"]);
    expect(fates([slide("a")], [{ ...seen, visibility: { hideInExport: true } }])).toEqual(["a changed"]);
    expect(fates([slide("a")], [{ ...seen, notes: "x" }])).toEqual(["a changed"]);
  });
});

test("the order of keys and missing empty texts do not matter, the order of entries does", () => {
  expect(isSame({ a: 1, b: "" }, { a: 1 })).toBe(true);
  expect(isSame({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
  expect(isSame({ a: false }, {})).toBe(false);
  expect(isSame([{}], {})).toBe(false);
});

test("fields that differ are named by their path", () => {
  const before = { title: "Old", items: [{ title: "One" }, { title: "Two" }] };
  const after = { title: "Old", items: [{ title: "One" }, { title: "2", text: "more" }] };
  expect(fieldDifferences(before, after)).toEqual([
    { path: "items.1.title", before: "Two", after: "2" },
    { path: "items.1.text", before: "", after: "more" },
  ]);
});

describe("words", () => {
  const shown = (before: string, after: string) =>
    wordDifferences(before, after)
      .map(({ kind, text }) => (kind === "same" ? text : kind === "deleted" ? `[-${text}]` : `[+${text}]`))
      .join("");
  test("are deleted and inserted in place", () => {
    expect(shown("Tell people a full week ahead", "Tell people a week before")).toBe(
      "Tell people a [-full ]week [-ahead][+before]",
    );
  });
  test("runs are joined, deleted before inserted", () => {
    expect(shown("one two three", "four five three")).toBe("[-one two ][+four five ]three");
  });
  test("the last word matches although no space follows it", () => {
    expect(shown("Work at night", "Work at night only")).toBe("Work at night [+only]");
    expect(shown("renewal of the street", "renewal")).toBe("renewal [-of the street]");
  });
  test("both texts can be restored, except for spaces", () => {
    const pieces = wordDifferences(" a  b\nc", "a b c d");
    const side = (without: string) =>
      pieces
        .filter(({ kind }) => kind !== without)
        .map(({ text }) => text)
        .join("")
        .split(/\s+/)
        .filter(Boolean);
    expect(side("inserted")).toEqual(["a", "b", "c"]);
    expect(side("deleted")).toEqual(["a", "b", "c", "d"]);
  });
  test("equal texts are one piece, empty ones none", () => {
    expect(wordDifferences("a b", "a b")).toEqual([{ kind: "same", text: "a b" }]);
    expect(wordDifferences("", "")).toEqual([]);
  });
  test("very long texts are compared as a whole", () => {
    const long = "word ".repeat(2000);
    expect(wordDifferences(long, "short").map(({ kind }) => kind)).toEqual(["deleted", "inserted"]);
  });
});
