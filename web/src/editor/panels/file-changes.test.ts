import { expect, test } from "vitest";
import type { FileChange } from "../../lib/api-types";
import { asText, bySlide, withoutConflicts } from "./file-changes";

const change = (fields: Partial<FileChange>): FileChange => ({
  id: "a:notes",
  kind: "field",
  title: "A",
  before: "",
  theirs: "",
  ours: "",
  conflict: false,
  ...fields,
});

test("changes of a slide stand together, and removed slides apart", () => {
  const changes = [
    change({ id: "a:notes", source: 1 }),
    change({ id: "a:moved", kind: "moved", source: 1 }),
    change({ id: "file:2", kind: "added", source: 2, title: "New" }),
    change({ id: "b:removed", kind: "removed", title: "B" }),
    change({ id: "c:removed", kind: "removed", title: "C" }),
  ];
  const groups = bySlide(changes).map(({ source, title, changes }) => [source, title, changes.length]);
  expect(groups).toEqual([
    [1, "A", 2],
    [2, "New", 1],
    [undefined, "B", 1],
    [undefined, "C", 1],
  ]);
});

test("conflicts and changes that break a rule are not accepted at first", () => {
  const changes = [
    change({ id: "a" }),
    change({ id: "b", conflict: true }),
    change({ id: "c", problem: "long" }),
  ];
  expect(withoutConflicts(changes)).toEqual(["a"]);
});

test.each([
  ["Tide", "Tide"],
  [null, ""],
  ["ppt/media/image3.png", "a picture"],
  [
    [
      { c1: "a", c2: "b" },
      { c1: "c", c2: "" },
    ],
    "a | b\nc",
  ],
  [3, "3"],
])("%j is shown as %j", (value, text) => expect(asText(value, "a picture")).toBe(text));
