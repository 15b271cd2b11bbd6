import { expect, test } from "vitest";
import { excerpt } from "./excerpt";

/** The line with what was found in brackets. */
const said = (text: string, query: string) =>
  excerpt(text, query)
    .map(({ text, found }) => (found ? `[${text}]` : text))
    .join("");

test("the words that were searched for are marked, whatever their case and accents", () => {
  expect(said("Tide tables for the harbour", "TIDE harbour")).toBe("[Tide] tables for the [harbour]");
  expect(said("Een café aan zee", "cafe")).toBe("Een [café] aan zee");
});

test("a long text is cut around the first of them, at a word", () => {
  const text = `${"before ".repeat(20)}tide tables ${"after ".repeat(30)}`;
  const line = said(text, "tide");
  expect(line).toMatch(/^…before before before before \[tide\] tables after/);
  expect(line).toMatch(/…$/);
});

test("signs that fold to more than one keep their place", () => {
  expect(said("Große Straße am Hafen", "hafen")).toBe("Große Straße am [Hafen]");
  expect(said("ﬁnal tide", "tide")).toBe("ﬁnal [tide]");
});

test("what is not there marks nothing", () => {
  expect(said("Tide tables", "moon")).toBe("Tide tables");
  expect(said("", "moon")).toBe("");
});
