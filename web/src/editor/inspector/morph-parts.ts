// The parts of a slide that can have a name for morph: fields that show something, and entries of lists.

import type { Content, FieldDeclaration } from "../../lib/api-types";
import { plainText } from "../store/catalogue";

export type Part = { path: string; label: string };

/** Types of fields whose value is not shown on the slide as text or picture. */
const UNSHOWN = new Set(["enum", "number", "boolean", "colour", "url", "link", "slideRef"]);
/** The maximum length of a label, in characters. */
const MAX_LABEL = 40;

/** The parts of a slide with its content, in the order of its fields. */
export function partsOf(
  fields: readonly FieldDeclaration[],
  content: Content,
  labelOf: (field: FieldDeclaration) => string,
  entryLabel: (number: number) => string,
): Part[] {
  return fields.flatMap((field): Part[] => {
    const value = content[field.key];
    const label = labelOf(field);
    if (Array.isArray(value))
      return value.map((entry, at) => ({
        path: `${field.key}.${String(at)}`,
        label: wordsOf(field.itemFields ?? [], entry as Content) || `${label}: ${entryLabel(at + 1)}`,
      }));
    const isShown = typeof value === "string" && value.trim() !== "" && !UNSHOWN.has(field.type);
    return isShown ? [{ path: field.key, label }] : [];
  });
}

/** The first words of an entry. */
function wordsOf(fields: readonly FieldDeclaration[], entry: Content): string {
  const texts = fields
    .filter(({ type }) => type === "string" || type === "markdown")
    .map(({ key }) => entry[key]);
  const text = texts.find((text): text is string => typeof text === "string" && text.trim() !== "");
  return text ? plainText(text).slice(0, MAX_LABEL) : "";
}
