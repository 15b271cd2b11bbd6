import { expect, test } from "vitest";
import { mentionAtCaret, splitMentions, withMentions } from "./mentions";

const anna = { name: "Anna", email: "anna@x.test" };
const annaVos = { name: "Anna Vos", email: "vos@x.test" };

test("a comment is split into text and mentions", () => {
  expect(splitMentions("See @[Anna Vos](user:vos@x.test), and @nobody.")).toEqual([
    { text: "See " },
    { text: "@Anna Vos", person: annaVos },
    { text: ", and @nobody." },
  ]);
  expect(splitMentions("")).toEqual([]);
});

test("a mention starts with an @ at the beginning of a word", () => {
  expect(mentionAtCaret("Hi @an", 6)).toEqual({ at: 3, letters: "an" });
  expect(mentionAtCaret("@", 1)).toEqual({ at: 0, letters: "" });
  expect(mentionAtCaret("(@Anna V", 8)).toEqual({ at: 1, letters: "Anna V" });
  expect(mentionAtCaret("mail me@x", 9)).toBeUndefined();
  expect(mentionAtCaret("@anna is there", 14)).toBeUndefined();
});

test("chosen names become mentions, the longest first, and only whole names", () => {
  expect(withMentions("@Anna Vos and @Anna and @Annabel", [anna, annaVos])).toBe(
    "@[Anna Vos](user:vos@x.test) and @[Anna](user:anna@x.test) and @Annabel",
  );
  expect(withMentions("@Anna", [])).toBe("@Anna");
});
