import { expect, test } from "vitest";
import { textsOf } from "./drawing";

test("texts are read at any depth, without numbers and blanks", () => {
  expect(textsOf({ title: "One", n: 3, items: [{ title: "Two", text: " " }, null] })).toEqual(["One", "Two"]);
});
