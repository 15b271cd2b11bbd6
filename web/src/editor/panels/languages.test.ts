import { expect, test } from "vitest";
import { languageName } from "../store/texts";
import { addable, tagOf } from "./languages";

test("a language is found by its own name, its English name or its tag, unless the deck has it", () => {
  expect(addable([], "dutch").map(({ tag }) => tag)).toEqual(["nl"]);
  expect(addable([], "Neder").map(({ tag }) => tag)).toEqual(["nl"]);
  expect(addable(["NL"], "nl")).toEqual([]);
});

test("a tag that is not in the list can be typed", () => {
  expect(addable([], "de-at")).toEqual([{ tag: "de-AT", name: languageName("de-AT") }]);
  expect(addable([], "zz zz")).toEqual([]);
  expect(tagOf("EN-gb")).toBe("en-GB");
});
