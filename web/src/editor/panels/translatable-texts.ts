// The translatable texts of a slide, and which of them a language lacks.

import type { Content, FieldDeclaration, JsonValue, Deck, Slide } from "../../lib/api-types";
import { MAX_NOTES } from "../../lib/deck-limits";
import { textAt } from "../store/texts";

/** A text of a slide: its path, its label, and its value in the main language. */
export type TranslatableText = {
  /** `content.items.2.title` or `notes`, as in edits. */
  path: string;
  label: string;
  /** The positions of the list entries that contain it, from 1. */
  entry: string;
  main: string;
  kind: string;
  maxLength: number | undefined;
};

/** Accessibility texts that every slide can have. */
const SPOKEN: FieldDeclaration[] = [
  { key: "a11yTitle", label: "", type: "string", translatable: true, maxLength: 140 },
  { key: "a11ySummary", label: "", type: "string", translatable: true, maxLength: 280 },
];

function textsWithin(
  fields: FieldDeclaration[],
  content: Content,
  path: string,
  entry: string,
): TranslatableText[] {
  return fields.flatMap((field) => {
    const value = content[field.key];
    if (field.type === "items") {
      if (!Array.isArray(value) || !field.itemFields) return [];
      const inner = field.itemFields;
      return value.flatMap((item: JsonValue, index) => {
        if (typeof item !== "object" || item === null || Array.isArray(item)) return [];
        const number = entry ? `${entry}.${index + 1}` : `${index + 1}`;
        return textsWithin(inner, item, `${path}.${field.key}.${index}`, number);
      });
    }
    if (!field.translatable || typeof value !== "string" || value.trim() === "") return [];
    const text = { path: `${path}.${field.key}`, label: field.label, entry, main: value, kind: field.type };
    return [{ ...text, maxLength: field.maxLength }];
  });
}

/** The translatable texts of a slide in the order of its fields, notes last. */
export function translatableTexts(
  slide: Pick<Slide, "content" | "notes">,
  fields: FieldDeclaration[],
): TranslatableText[] {
  const own = textsWithin([...fields, ...SPOKEN], slide.content, "content", "");
  if (slide.notes.trim() === "") return own;
  return [
    ...own,
    { path: "notes", label: "", entry: "", main: slide.notes, kind: "notes", maxLength: MAX_NOTES },
  ];
}

/** A text of the deck itself, by its key. */
export type DeckText = "title" | "description";

/** The texts of a deck that are translated: its title, and its description where it has one. */
export const deckTexts = (deck: Pick<Deck, "description">): DeckText[] =>
  deck.description.trim() ? ["title", "description"] : ["title"];

/** How many texts are translated, and which are missing. */
export type Progress = { translated: number; all: number; missing: { slideId: string; path: string }[] };

/**
 * The progress of a language: texts that the main language has and this one lacks are missing. The texts of the deck
 * itself count, too.
 */
export function progress(deck: Deck, tag: string, fieldsOf: (slide: Slide) => FieldDeclaration[]): Progress {
  const missing: Progress["missing"] = [];
  let all = 0;
  for (const path of deckTexts(deck)) {
    all += 1;
    if (!deck.translations[tag]?.[path]?.trim()) missing.push({ slideId: "", path });
  }
  for (const slide of deck.slides) {
    for (const { path } of translatableTexts(slide, fieldsOf(slide))) {
      all += 1;
      if (textAt(deck, slide.id, path, tag).trim() === "") missing.push({ slideId: slide.id, path });
    }
  }
  return { translated: all - missing.length, all, missing };
}
