// The declaration of a slide type while it is being made. What this page does not know of it stays as it was.

import type { DeclaredField, DeclaredFieldType, SlideTypeDeclaration } from "../../lib/api-types";

export const KINDS = [
  "string",
  "markdown",
  "enum",
  "number",
  "boolean",
  "image",
  "items",
  "csv",
  "code",
  "url",
  "link",
  "icon",
] as const satisfies readonly DeclaredFieldType[];

export type Content = Record<string, unknown>;

/** A type as the server keeps it. */
export type Kept = SlideTypeDeclaration & { published: boolean };

/** Kinds whose length is bounded. */
export const TEXTS: readonly DeclaredFieldType[] = ["string", "markdown", "code", "csv"];
/** Kinds that may stay empty, since nothing can be put there for a new slide. */
export const OPTIONAL: readonly DeclaredFieldType[] = ["image", "link"];

/** A type that one begins with: a headline, as almost every type has. */
export function blank(headline: string, example: string): SlideTypeDeclaration {
  const title: DeclaredField = {
    key: "title",
    label: headline,
    type: "string",
    required: true,
    maxLength: 120,
    translatable: true,
  };
  return { slug: "", label: "", category: "content", fields: [title], example: { title: example } };
}

/** The declaration in what the server keeps: without what it adds, and with one word for the kind of a field. */
export function opened(kept: Record<string, unknown>): SlideTypeDeclaration {
  const added = ["key", "typeId", "published", "createdAt"];
  const declared = Object.fromEntries(Object.entries(kept).filter(([key]) => !added.includes(key)));
  const field = (raw: Record<string, unknown>): DeclaredField => {
    const { kind, helpText, itemFields, ...rest } = raw;
    const known = { ...rest, type: rest["type"] ?? kind } as DeclaredField;
    if (helpText !== undefined) known.help ??= helpText as string;
    if (Array.isArray(itemFields)) known.itemFields = itemFields.map(field);
    return known;
  };
  const fields = ((declared["fields"] ?? []) as Record<string, unknown>[]).map(field);
  const example = (declared["example"] ?? declared["defaults"] ?? {}) as Content;
  return { category: "content", ...declared, fields, example } as SlideTypeDeclaration;
}

/** A key made of a label that no other field has: `Case study` is `caseStudy`. */
export function keyOf(label: string, taken: readonly string[]): string {
  const words =
    label
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .match(/[A-Za-z0-9]+/g) ?? [];
  const joined = words
    .map((word, at) => (at ? word[0]?.toUpperCase() + word.slice(1).toLowerCase() : word.toLowerCase()))
    .join("")
    .slice(0, 60);
  const stem = /^[A-Za-z]/.test(joined) ? joined : `field${joined}`;
  let key = stem;
  for (let n = 2; taken.includes(key); n++) key = `${stem}${n}`;
  return key;
}

/** Something that fits a field: the start of an example, and what a new slide has where the field is required. */
export function sample(field: DeclaredField): unknown {
  const cut = (text: string) => [...text].slice(0, field.maxLength ?? Infinity).join("");
  switch (field.type) {
    case "enum":
      return field.options?.[0] ?? "";
    case "number":
      return Math.max(field.min ?? -Infinity, Math.min(field.max ?? Infinity, 0));
    case "boolean":
      return false;
    case "items":
      return Array.from({ length: Math.max(1, field.minItems ?? 0) }, () =>
        Object.fromEntries(
          (field.itemFields ?? []).filter(isFilled).map((inner) => [inner.key, sample(inner)]),
        ),
      );
    case "csv":
      return cut("Label,Value\nOne,1\nTwo,2");
    case "url":
      return "https://";
    case "icon":
      return "circle";
    case "image":
    case "link":
      return "";
    default:
      return cut(field.label || field.key);
  }
}

function isFilled(field: DeclaredField): boolean {
  return field.required === true || field.type === "string" || field.type === "markdown";
}

/** What is sent: without what is empty, and with a beginning for required fields that need one. */
export function sent(declaration: SlideTypeDeclaration): SlideTypeDeclaration {
  const field = (draft: DeclaredField): DeclaredField => {
    const { default: start, ...rest } = draft;
    const kept = Object.fromEntries(
      Object.entries(rest).filter(([, value]) => value !== undefined && value !== "" && value !== false),
    ) as DeclaredField;
    if (draft.translatable === false) kept.translatable = false;
    if (kept.itemFields) kept.itemFields = kept.itemFields.map(field);
    const needsStart = draft.required && !["string", "markdown", "code", "url", "enum"].includes(draft.type);
    if (start !== undefined) kept.default = start;
    else if (needsStart) kept.default = sample(draft);
    return kept;
  };
  const kept = Object.fromEntries(
    Object.entries(declaration).filter(([, value]) => value !== undefined && value !== ""),
  ) as SlideTypeDeclaration;
  return {
    ...kept,
    fields: declaration.fields.map(field),
    example: fitting(declaration.fields, declaration.example),
  };
}

/** An example without what is not declared or empty, with something where it is required. */
function fitting(fields: readonly DeclaredField[], example: Content): Content {
  const fit: Content = {};
  for (const field of fields) {
    let value = example[field.key];
    if (field.type === "items" && Array.isArray(value)) {
      value = value.map((entry) => fitting(field.itemFields ?? [], (entry ?? {}) as Content));
    }
    const isUnset =
      value === undefined || value === null || value === "" || (Array.isArray(value) && !value.length);
    if (!isUnset) fit[field.key] = value;
    else if (field.required) fit[field.key] = sample(field);
  }
  return fit;
}

/** The declaration with a field under another key; its place in the example goes along. */
export function rekeyed(declaration: SlideTypeDeclaration, from: string, to: string): SlideTypeDeclaration {
  const fields = declaration.fields.map((field) => (field.key === from ? { ...field, key: to } : field));
  const example = Object.fromEntries(
    Object.entries(declaration.example).map(([key, value]) => [key === from ? to : key, value]),
  );
  return { ...declaration, fields, example };
}

/** Entries moved from one place to another. */
export function moved<T>(entries: readonly T[], from: number, to: number): T[] {
  const rest = entries.filter((_, at) => at !== from);
  const entry = entries[from];
  return entry === undefined || to < 0 || to >= entries.length
    ? [...entries]
    : [...rest.slice(0, to), entry, ...rest.slice(to)];
}

/** Labels of the fields whose content slides would lose sight of: gone, under another key, or of another kind. */
export function lost(before: SlideTypeDeclaration, after: SlideTypeDeclaration): string[] {
  return before.fields
    .filter(({ key, type }) => after.fields.find((field) => field.key === key)?.type !== type)
    .map(({ label, key }) => label || key);
}
