import { expect, test } from "vitest";
import {
  breakParagraph,
  continueList,
  insertLines,
  shiftedOffset,
  splitPoints,
  toggleMark,
} from "./text-editing";

test("pasted lines become list items without their list markers; a single line does not", () => {
  expect(splitPoints("- One\n\n2) Two\n• Three")).toEqual(["One", "Two", "Three"]);
  expect(splitPoints("One")).toBeUndefined();
});

test("pasted lines keep the other fields of the entry, and all entries after it", () => {
  const entries = [{ title: "First" }, { title: "", image: "/uploads/a.png" }, { title: "Last" }];
  const made = insertLines(entries, 1, "title", ["One", "Two", "Three"], 4);
  expect(made.entries).toEqual([
    { title: "First" },
    { title: "One", image: "/uploads/a.png" },
    { title: "Two" },
    { title: "Last" },
  ]);
  expect(made.leftOut).toBe(1);
  expect(insertLines(entries, 0, "title", ["One"], 3)).toMatchObject({ leftOut: 0 });
});

test.each([
  ["high tide", "very high tide", 4, 9],
  ["high tide", "high tide at noon", 4, 4],
  ["high tide", "high", 9, 4],
  ["high tide", "ebb", 5, 3],
  ["", "tide", 0, 0],
])("in %j, which becomes %j, the offset %i becomes %i", (before, after, at, to) => {
  expect(shiftedOffset(before, after, at)).toBe(to);
});

/** A text with its selection between bars. */
function selected(marked: string) {
  const [before = "", inside = "", after = ""] = marked.split("|");
  const to = before.length + inside.length;
  return { text: before + inside + after, from: before.length, to };
}

test.each([
  ["a |tide| b", "i", "a *|tide|* b"],
  ["a *|tide|* b", "i", "a |tide| b"],
  ["a **|tide|** b", "i", "a ***|tide|*** b"],
  ["a ***|tide|*** b", "i", "a **|tide|** b"],
  ["a ***|tide|*** b", "b", "a *|tide|* b"],
  ["a *|tide|* b", "b", "a ***|tide|*** b"],
] as const)("%s marked with %s is %s", (before, key, after) => {
  expect(toggleMark(selected(before), key)).toEqual(selected(after));
});

test.each([
  ["- one||", "- one\n- ||"],
  ["9. one|| two", "9. one\n10. || two"],
  ["- one\n- ||", "- one\n\n||"],
  ["- ||", "||"],
  ["||- one", undefined],
  ["-|| one", undefined],
  ["one||", undefined],
])("Enter turns %j into %j", (before, after) => {
  expect(continueList(selected(before))).toEqual(after === undefined ? undefined : selected(after));
});

test.each([
  ["one||", false, "one\n\n||"],
  ["one|| two", false, "one\n\n|| two"],
  ["one||", true, "one  \n||"],
  ["one\n\n||", false, undefined],
  ["| a | b |||", false, undefined],
  ["- one\n||- two", false, undefined],
  ["- one||", true, "- one  \n||"],
  ["```\none||\n```", false, undefined],
  ["```\none\n```\ntwo||", false, "```\none\n```\ntwo\n\n||"],
])("Enter in the paragraph %j, soft %j, makes %j", (before, isSoft, after) => {
  const [text = "", tail = ""] = before.split(/\|\|(?!.*\|\|)/s);
  const typed = { text: text + tail, from: text.length, to: text.length };
  const made = breakParagraph(typed, isSoft);
  expect(made && `${made.text.slice(0, made.from)}||${made.text.slice(made.to)}`).toBe(after);
});
