import { expect, test } from "vitest";
import type { Deck } from "../lib/api-types";
import type { SlideType } from "./panel-types";
import { deckTexts, excerptOf, findMatches, replacementEdits } from "./search";

const FIELDS = [
  { key: "title", label: "", type: "string", translatable: true, maxLength: 12 },
  { key: "layout", label: "", type: "enum" },
  {
    key: "items",
    label: "",
    type: "items",
    itemFields: [{ key: "title", label: "", type: "string", translatable: true }],
  },
];
const deck = {
  title: "Tide plan",
  language: "en",
  translations: { nl: { slides: { a: { content: { title: "Het tij" } } } } },
  slides: [
    {
      id: "a",
      content: { title: "The tide", layout: "tide", items: [{ title: "Tides and tide" }] },
      notes: "Tidé.",
    },
    { id: "b", content: { title: "Nothing" }, notes: "" },
  ],
} as unknown as Deck;
const plain = { matchCase: false, wholeWord: false };

function found(words: string, options = plain, language = "en") {
  const texts = deckTexts(deck, () => ({ fields: FIELDS }) as unknown as SlideType, language);
  return findMatches(texts, words, options);
}
const places = (...search: Parameters<typeof found>) =>
  found(...search).map(({ at, start }) => `${at.slideId} ${at.path} ${String(start)}`);

test("every occurrence in a text is found, with or without case and accents; settings are not searched", () => {
  expect(places("tide")).toEqual([
    " title 0",
    "a content.title 4",
    "a content.items.0.title 0",
    "a content.items.0.title 10",
    "a notes 0",
  ]);
  expect(places("tide", { matchCase: true, wholeWord: false })).toEqual([
    "a content.title 4",
    "a content.items.0.title 10",
  ]);
  expect(places("tide", { matchCase: false, wholeWord: true })).toContain("a content.items.0.title 10");
  expect(places("tide", { matchCase: false, wholeWord: true })).not.toContain("a content.items.0.title 0");
  expect(places(" ")).toEqual([]);
});

test("another language has its own texts, and its edits name it", () => {
  const matches = found("tij", plain, "nl");
  expect(matches.map(({ at }) => at.path)).toEqual(["content.title"]);
  expect(replacementEdits(matches, "getij").edits).toEqual([
    { op: "set", slideId: "a", path: "content.title", value: "Het getij", lang: "nl" },
  ]);
});

test("all places of a text become one edit, and a text that would be too long stays", () => {
  const { edits, replaced, tooLong } = replacementEdits(found("tide"), "water level");
  expect(edits).toEqual([
    { op: "deck", path: "title", value: "water level plan" },
    { op: "set", slideId: "a", path: "content.items.0.title", value: "water levels and water level" },
    { op: "set", slideId: "a", path: "notes", value: "water level." },
  ]);
  expect([replaced, tooLong]).toEqual([4, 1]);
});

test("a match is shown with the words around it", () => {
  const [, , , last] = found("tide");
  expect(last && excerptOf(last)).toEqual({ before: "Tides and ", hit: "tide", after: "" });
});

test("an excerpt has no marks of Markdown", () => {
  const text = "- High **tide** is [here](https://a.test)\n2. `low` tide";
  const [first, second] = findMatches(
    [
      {
        slideId: "a",
        number: 1,
        path: "content.body",
        text,
        isMarkdown: true,
        maxLength: 99,
        lang: undefined,
      },
    ],
    "tide",
    { matchCase: false, wholeWord: true },
  );
  expect(first && excerptOf(first)).toEqual({ before: "High ", hit: "tide", after: " is here\nlow tide" });
  expect(second && excerptOf(second)).toEqual({ before: "High tide is here\nlow ", hit: "tide", after: "" });
});

test("letters that share only a part of their decomposition are not equal", () => {
  const at = {
    slideId: "a",
    number: 1,
    path: "notes",
    text: "시계와 사과, カギ",
    maxLength: undefined,
    lang: undefined,
  };
  expect(findMatches([at], "사과", plain).map(({ start }) => start)).toEqual([4]);
  expect(findMatches([at], "カキ", plain)).toEqual([]);
});

test("a replacement by the same words makes no edit", () => {
  const { edits, replaced } = replacementEdits(found("tide", { matchCase: true, wholeWord: false }), "tide");
  expect([edits, replaced]).toEqual([[], 0]);
});
