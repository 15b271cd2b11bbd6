// What an author should know about a slide, most urgent first: what the drawing found, and what the fields lack.

import type { Content, FieldDeclaration, Finding, JsonValue, Slide } from "../lib/api-types";
import type { SlideType } from "./seam";
import { isText } from "./store/catalogue";
import { companions } from "./pictures";

export type HintKind =
  | "long"
  | "overflow"
  | "picture"
  | "glyphs"
  | "external"
  | "simplified"
  | "choose"
  | "alt"
  | "address"
  | "many";

export interface Hint {
  kind: HintKind;
  slideId: string;
  /** Inside the content. */
  field: string;
  /** Figures for its words. */
  n?: number;
}

/** Most urgent first; a bound that is broken is a fault, the rest advice. */
const ORDER: HintKind[] = [
  "long",
  "overflow",
  "picture",
  "choose",
  "alt",
  "address",
  "many",
  "glyphs",
  "external",
  "simplified",
];
/** From so many points on, two slides read better. */
const MANY = 7;

export const isFault = (hint: Hint) => hint.kind === "long";

/** All hints of a slide. `content` is what the language shown shows. */
export function hintsOf(
  slide: Slide,
  content: Content,
  type: SlideType | undefined,
  findings: readonly Finding[],
): Hint[] {
  const hints: Hint[] = findings.map((finding) => ({
    kind: kindOf(finding),
    slideId: slide.id,
    field: finding.field,
  }));
  const add = (kind: HintKind, field: string, n?: number) =>
    hints.push(n === undefined ? { kind, slideId: slide.id, field } : { kind, slideId: slide.id, field, n });
  if (type) walk(type.fields, content, "", add);
  // A slide that is all about its picture asks for it.
  const own =
    type?.group === "media"
      ? type.fields.find((field) => field.type === "image" && !field.required)
      : undefined;
  if (own && !content[own.key]) add("choose", own.key);
  return hints.sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

function kindOf({ text }: Finding): HintKind {
  if (text.includes("does not fit")) return "overflow";
  if (text.includes("no font has")) return "glyphs";
  if (text.includes("cannot be drawn")) return "picture";
  if (text.includes("in HTML alone")) return "external";
  return "simplified";
}

type Add = (kind: HintKind, field: string, n?: number) => void;

function walk(fields: readonly FieldDeclaration[], content: Content, start: string, add: Add) {
  for (const field of fields) {
    if (!isShown(field, content)) continue;
    const path = start + field.key;
    const value = content[field.key];
    const over = tooLong(field, value);
    if (over > 0) add("long", path, over);
    if (field.type === "items") walkItems(field, value, path, add);
    else if (field.type === "image") picture(field, fields, content, path, start, add);
    else if (field.type === "url" && field.required && isBlankAddress(value)) add("address", path);
  }
}

function walkItems(field: FieldDeclaration, value: JsonValue | undefined, path: string, add: Add) {
  const entries = Array.isArray(value) ? value : [];
  const inside = field.itemFields ?? [];
  if (entries.length > MANY && (field.maxItems ?? Infinity) <= 10 && inside.some(isText))
    add("many", path, entries.length);
  entries.forEach((entry, at) => {
    if (entry && typeof entry === "object" && !Array.isArray(entry))
      walk(inside, entry, `${path}.${String(at)}.`, add);
  });
}

function picture(
  field: FieldDeclaration,
  siblings: readonly FieldDeclaration[],
  content: Content,
  path: string,
  start: string,
  add: Add,
) {
  const { alt } = companions(path, siblings);
  const key = alt?.slice(start.length);
  const isDecoration = content["imageRole"] === "decorative";
  if (!content[field.key]) {
    if (field.required) add("choose", path);
  } else if (alt && key && !String(content[key] ?? "").trim() && !isDecoration) add("alt", alt);
}

/** By how many characters a text is too long. */
export function tooLong(field: FieldDeclaration, value: JsonValue | undefined): number {
  if (typeof value !== "string" || !field.maxLength) return 0;
  return value.length > field.maxLength ? Math.max(0, [...value].length - field.maxLength) : 0;
}

/** The bare `https://` counts as nothing. */
export function isBlankAddress(value: JsonValue | undefined): boolean {
  return typeof value !== "string" || /^\s*(https?:\/\/)?\s*$/i.test(value);
}

/** Whether a field is shown beside the others as they are. */
export function isShown(field: FieldDeclaration, content: Content): boolean {
  const when = field.visibleWhen as { field?: string; in?: JsonValue[] } | undefined;
  if (!when?.field || !Array.isArray(when.in)) return true;
  return when.in.includes(content[when.field] ?? "");
}
