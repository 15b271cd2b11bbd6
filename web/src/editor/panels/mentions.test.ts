import { expect, test } from "vitest";
import { asked, parts, written } from "./mentions";

const anna = { name: "Anna", email: "anna@x.test" };
const annaVos = { name: "Anna Vos", email: "vos@x.test" };

test("a comment is cut into text and people", () => {
  expect(parts("See @[Anna Vos](user:vos@x.test), and @nobody.")).toEqual([
    { text: "See " },
    { text: "@Anna Vos", person: annaVos },
    { text: ", and @nobody." },
  ]);
  expect(parts("")).toEqual([]);
});

test("a name is asked for after an @ that begins a word", () => {
  expect(asked("Hi @an", 6)).toEqual({ at: 3, letters: "an" });
  expect(asked("@", 1)).toEqual({ at: 0, letters: "" });
  expect(asked("(@Anna V", 8)).toEqual({ at: 1, letters: "Anna V" });
  expect(asked("mail me@x", 9)).toBeUndefined();
  expect(asked("@anna is there", 14)).toBeUndefined();
});

test("chosen names become mentions, the longest first, and only whole names", () => {
  expect(written("@Anna Vos and @Anna and @Annabel", [anna, annaVos])).toBe(
    "@[Anna Vos](user:vos@x.test) and @[Anna](user:anna@x.test) and @Annabel",
  );
  expect(written("@Anna", [])).toBe("@Anna");
});
