// The texts of a slide that each language has of its own, with their names, and which of them a language lacks.

import type { Content, FieldDeclaration, JsonValue, Presentation, Slide } from "../../lib/api-types";
import { textAt } from "../store/texts";

/** A text of a slide: where it stands, what it is called, and what the main language says. */
export type Text = {
  /** `content.items.2.title` or `notes`, as an edit names it. */
  path: string;
  label: string;
  /** Numbers of the list entries it lies in, from 1. */
  entry: string;
  main: string;
  kind: string;
  maxLength: number | undefined;
};

/** Spoken texts every slide may have; the catalogue's global options name no label of their own. */
const SPOKEN: FieldDeclaration[] = [
  { key: "a11yTitle", label: "", type: "string", translatable: true, maxLength: 140 },
  { key: "a11ySummary", label: "", type: "string", translatable: true, maxLength: 280 },
];

function within(fields: FieldDeclaration[], content: Content, path: string, entry: string): Text[] {
  return fields.flatMap((field) => {
    const value = content[field.key];
    if (field.type === "items") {
      if (!Array.isArray(value) || !field.itemFields) return [];
      const inner = field.itemFields;
      return value.flatMap((item: JsonValue, index) => {
        if (typeof item !== "object" || item === null || Array.isArray(item)) return [];
        const number = entry ? `${entry}.${index + 1}` : `${index + 1}`;
        return within(inner, item, `${path}.${field.key}.${index}`, number);
      });
    }
    if (!field.translatable || typeof value !== "string" || value.trim() === "") return [];
    const text = { path: `${path}.${field.key}`, label: field.label, entry, main: value, kind: field.type };
    return [{ ...text, maxLength: field.maxLength }];
  });
}

/** The texts of a slide that can be translated, in the order of its fields, notes last. */
export function texts(slide: Pick<Slide, "content" | "notes">, fields: FieldDeclaration[]): Text[] {
  const own = within([...fields, ...SPOKEN], slide.content, "content", "");
  if (slide.notes.trim() === "") return own;
  return [
    ...own,
    { path: "notes", label: "", entry: "", main: slide.notes, kind: "notes", maxLength: 20_000 },
  ];
}

/** Of how many texts how many are there, and the first that is missing. */
export type Progress = { there: number; all: number; missing: { slideId: string; path: string }[] };

/** How far a language is: the main language has a text and this one does not. The deck's own title counts. */
export function progress(
  deck: Presentation,
  tag: string,
  fieldsOf: (slide: Slide) => FieldDeclaration[],
): Progress {
  const missing: Progress["missing"] = [];
  let all = 1;
  if (!deck.translations[tag]?.title?.trim()) missing.push({ slideId: "", path: "title" });
  for (const slide of deck.slides) {
    for (const { path } of texts(slide, fieldsOf(slide))) {
      all += 1;
      if (textAt(deck, slide.id, path, tag).trim() === "") missing.push({ slideId: slide.id, path });
    }
  }
  return { there: all - missing.length, all, missing };
}
