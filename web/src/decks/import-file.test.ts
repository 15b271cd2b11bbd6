import { expect, test } from "vitest";
import type { Content } from "../lib/api-types";
import { formatOf, importRemarks } from "./import-file";

const wording = {
  unknownType: (type: string) => `unknown ${type}`,
  picture: (ref: string, reason: string) => `${ref}: ${reason}`,
};
const unknownType = {
  title: "Build",
  body: "*Slide type not available: `acme/hero`.*",
  image: "assets/9f.bmp",
};
const deck = (...slides: { type: string; content?: Content }[]) => ({
  presentation: { slides: slides.map(({ content = {} }) => ({ content })) },
});

test.each([
  ["plan.deck", "deck"],
  ["Plan.DECK", "deck"],
  ["plan.json", "json"],
  ["plan.v2.md", "md"],
  ["plan.markdown", "md"],
  ["plan.pptx", undefined],
  ["plan", undefined],
])("%s is imported as %s", (name, kind) => {
  expect(formatOf(name)).toBe(kind);
});

test("a deck whose types and pictures are all known has no remarks", () => {
  expect(
    importRemarks(deck({ type: "list", content: { title: "Four rules" } }, { type: "quote" }), wording),
  ).toEqual([]);
});

test("remarks name their slide and are in the order of the slides", () => {
  const answer = {
    ...deck({ type: "list" }, { type: "content", content: unknownType }),
    failedAssets: [
      { ref: "assets/none.bmp", reason: "gone" },
      { ref: "assets/9f.bmp", reason: "kind" },
    ],
    remarks: [{ slide: 1, text: "said" }],
  };
  expect(importRemarks(answer, wording)).toEqual([
    { slide: 1, text: "said" },
    { slide: 2, text: "unknown acme/hero" },
    { slide: 2, text: "assets/9f.bmp: kind" },
    { slide: undefined, text: "assets/none.bmp: gone" },
  ]);
});
