import { expect, test } from "vitest";
import { textsOf } from "./slide-texts";

test("texts are found at any depth; numbers and blanks are not", () => {
  expect(textsOf({ title: "One", n: 3, items: [{ title: "Two", text: " " }, null] })).toEqual(["One", "Two"]);
});
