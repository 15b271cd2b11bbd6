import { expect, it } from "vitest";
import type { Deck, Edit, Slide } from "../lib/api-types";
import { fixesOf } from "./fixes";
import type { Editor } from "./store/editor.svelte";
import { shownContent, textAt } from "./store/texts";
import { valueAt } from "./store/path";

const slide: Slide = {
  id: "a",
  type: "eu.svc.slide.content",
  content: { title: "Tide and time wait" },
  notes: "Slowly.",
};

/** The edits by which the first fix of a title that is too long shortens it, in a language. */
function shortened(language: string): Edit[] {
  const texts = { content: { title: "Tij en tijd wachten" }, notes: "Langzaam." };
  const deck = { language: "en", translations: { nl: { slides: { a: texts } } }, slides: [slide] };
  const made: Edit[] = [];
  const store = {
    deck,
    language,
    isMain: language === "en",
    typeOf: () => ({ fields: [{ key: "title", type: "string", translatable: true, maxLength: 12 }] }),
    valueOf: (_: string, path: string) =>
      valueAt(shownContent(deck as unknown as Deck, slide, language), path),
    text: (id: string, path: string, lang: string) => textAt(deck as unknown as Deck, id, path, lang),
    edit: (edits: Edit[]) => made.push(...edits),
    undoOfLastStep: () => () => undefined,
  };
  fixesOf(store as unknown as Editor, slide, { kind: "long", slideId: "a", field: "title" })[0]?.run();
  return made;
}

it("shortens a text that is too long, and moves the remainder to the notes", () => {
  expect(shortened("en")).toEqual([
    { op: "set", slideId: "a", path: "content.title", value: "Tide and" },
    { op: "set", slideId: "a", path: "notes", value: "Slowly.\n\ntime wait" },
  ]);
});

it("shortens a translation, and leaves the text in the main language unchanged", () => {
  expect(shortened("nl")).toEqual([
    { op: "set", slideId: "a", path: "content.title", value: "Tij en tijd", lang: "nl" },
    { op: "set", slideId: "a", path: "notes", value: "Langzaam.\n\nwachten", lang: "nl" },
  ]);
});
