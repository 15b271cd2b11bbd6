import { expect, test } from "vitest";
import { excerpt } from "./excerpt";

/** The excerpt with its matches in brackets. */
const marked = (text: string, query: string) =>
  excerpt(text, query)
    .map(({ text, found }) => (found ? `[${text}]` : text))
    .join("");

test("the words of the query are marked, whatever their case and accents", () => {
  expect(marked("Tide tables for the harbour", "TIDE harbour")).toBe("[Tide] tables for the [harbour]");
  expect(marked("Een café aan zee", "cafe")).toBe("Een [café] aan zee");
});

test("a long text is cut at a word, around the first match", () => {
  const text = `${"before ".repeat(20)}tide tables ${"after ".repeat(30)}`;
  const line = marked(text, "tide");
  expect(line).toMatch(/^…before before before before \[tide\] tables after/);
  expect(line).toMatch(/…$/);
});

test("characters that fold to several keep their position", () => {
  expect(marked("Große Straße am Hafen", "hafen")).toBe("Große Straße am [Hafen]");
  expect(marked("ﬁnal tide", "tide")).toBe("ﬁnal [tide]");
});

test("a query that does not match marks nothing", () => {
  expect(marked("Tide tables", "moon")).toBe("Tide tables");
  expect(marked("", "moon")).toBe("");
});
