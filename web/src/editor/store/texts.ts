// Texts of a deck in its languages.

import type { Content, FieldDeclaration, JsonValue, Deck, Slide } from "../../lib/api-types";
import { readsRightToLeft } from "../../lib/right-to-left";
import type { SlideType } from "../panel-types";
import { isText } from "./catalogue";
import { valueAt, withValue } from "./path";

/** The content of a slide in a language: its texts over those of the main language. */
export function shownContent(deck: Deck, slide: Slide, language: string): Content {
  const texts =
    language === deck.language ? undefined : deck.translations[language]?.slides?.[slide.id]?.content;
  if (!texts) return slide.content;
  let shown = slide.content;
  for (const [path, text] of Object.entries(texts)) {
    if (text && valueAt(slide.content, path) !== undefined) shown = withValue(shown, path, text);
  }
  return shown;
}

/** The text at a path in a language, "" where it is missing. The path has the form of paths in edits. */
export function textAt(deck: Deck, slideId: string, path: string, language: string): string {
  const slide = deck.slides.find((slide) => slide.id === slideId);
  if (!slide) return "";
  if (language !== deck.language) {
    const texts = deck.translations[language]?.slides?.[slideId];
    return (path === "notes" ? texts?.notes : texts?.content?.[path.replace(/^content\./, "")]) ?? "";
  }
  const value = valueAt(slide as unknown as JsonValue, path);
  return typeof value === "string" ? value : "";
}

/** The paths of all translatable texts of a slide that are not empty. */
export function textPaths(type: SlideType | undefined, content: Content): string[] {
  if (!type) return [];
  const paths: string[] = [];
  const walk = (fields: readonly FieldDeclaration[], inside: Content, start: string) => {
    for (const field of fields) {
      const value = inside[field.key];
      if (field.type === "items" && Array.isArray(value)) {
        value.forEach((entry, at) => {
          if (entry && typeof entry === "object" && !Array.isArray(entry)) {
            walk(field.itemFields ?? [], entry, `${start}${field.key}.${String(at)}.`);
          }
        });
      } else if (
        (isText(field) || field.type === "csv") &&
        field.translatable &&
        typeof value === "string" &&
        value.trim()
      ) {
        paths.push(start + field.key);
      }
    }
  };
  walk(type.fields, content, "");
  return paths;
}

/** The number of texts of a slide that a language lacks. */
export function missingTexts(
  deck: Deck,
  slide: Slide,
  type: SlideType | undefined,
  language: string,
): number {
  if (language === deck.language) return 0;
  const missing = textPaths(type, slide.content).filter(
    (path) => !textAt(deck, slide.id, `content.${path}`, language),
  );
  const notes = slide.notes.trim() && !textAt(deck, slide.id, "notes", language) ? 1 : 0;
  return missing.length + notes;
}

/** The writing direction of a language. */
export function direction(language: string): "rtl" | "ltr" {
  return readsRightToLeft(language) ? "rtl" : "ltr";
}

/** The name of a language in itself, such as "Nederlands". */
export function languageName(tag: string): string {
  try {
    const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  } catch {
    return tag;
  }
}
