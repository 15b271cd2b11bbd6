// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import type { Content } from "../lib/api-types";
import { formatOf, isDocument } from "./file-kinds";
import { importFile, importRemarks } from "./import-file";

const wording = {
  unknownType: (type: string) => `unknown ${type}`,
  picture: (ref: string, reason: string) => `${ref}: ${reason}`,
  inNotes: (name: string) => `${name} is in the notes`,
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
  ["plan.pptx", "pptx"],
  ["Plan.POTX", "pptx"],
  ["plan.ppt", "pptx"],
  ["plan.odp", undefined],
  ["plan", undefined],
])("%s is imported as %s", (name, kind) => {
  expect(formatOf(name)).toBe(kind);
});

test("a deck whose types and pictures are all known has no remarks", async () => {
  expect(
    await importRemarks(deck({ type: "list", content: { title: "Four rules" } }, { type: "quote" }), wording),
  ).toEqual([]);
});

test("remarks name their slide and are in the order of the slides", async () => {
  const answer = {
    ...deck({ type: "list" }, { type: "content", content: unknownType }),
    failedAssets: [
      { ref: "assets/none.bmp", reason: "gone" },
      { ref: "assets/9f.bmp", reason: "kind" },
    ],
    remarks: [{ slide: 1, text: "said" }],
  };
  expect(await importRemarks(answer, wording)).toEqual([
    { slide: 1, text: "said" },
    { slide: 2, text: "unknown acme/hero" },
    { slide: 2, text: "assets/9f.bmp: kind" },
    { slide: undefined, text: "assets/none.bmp: gone" },
  ]);
});

test("parts of a PowerPoint file that are lost, changed or in the notes are remarks; other parts are not", async () => {
  const item = (name: string, fate: "field" | "notes" | "changed" | "dropped" | "lost", text?: string) => ({
    name,
    fate,
    ...(text && { text }),
  });
  const slide = { slideId: "s", type: "list-slide", title: "" };
  const answer = {
    ...deck({ type: "list" }, { type: "list" }),
    report: {
      counts: { slides: 2, lost: 2, changed: 1, inNotes: 1 },
      others: [item("macros", "lost", "they have no place")],
      slides: [
        {
          ...slide,
          source: 1,
          slide: 1,
          items: [item("Title 1", "field"), item("an animation", "lost", "gone")],
        },
        {
          ...slide,
          source: 2,
          slide: 2,
          items: [
            item("Chart 4", "changed", "became a table"),
            item("Date 5", "dropped", "empty"),
            item("Box 6", "notes"),
          ],
        },
      ],
    },
  };
  expect(await importRemarks(answer, wording)).toEqual([
    { slide: 1, text: "an animation: gone" },
    { slide: 2, text: "Chart 4: became a table" },
    { slide: 2, text: "Box 6 is in the notes" },
    { slide: undefined, text: "macros: they have no place" },
  ]);
});

test.each([
  ["report.pdf", true],
  ["Report.DOCX", true],
  ["notes.txt", true],
  ["plan.md", false],
  ["plan.pptx", false],
  ["plan.deck", false],
  ["photo.png", false],
])("%s is a document: %s", (name, expected) => {
  expect(isDocument(name)).toBe(expected);
});

test("an import that was stopped before its start sends no request", async () => {
  const request = vi.fn();
  vi.stubGlobal("XMLHttpRequest", request);
  const signal = AbortSignal.abort();
  const file = new File(["# Tides"], "tides.md");
  await expect(importFile(file, "md", wording, { signal })).rejects.toMatchObject({ name: "AbortError" });
  expect(request).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});
