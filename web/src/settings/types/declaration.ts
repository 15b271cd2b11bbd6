// The declaration of a custom slide type while it is edited. Properties that this page does not know are preserved.

import type { Content, CustomType, FieldType, JsonValue } from "../../lib/api-types";

/** The types that a field can be declared with. */
export type DeclaredFieldType = Exclude<FieldType, "slideRef">;

/** One field in the declaration of a custom slide type. */
export type DeclaredField = {
  key: string;
  label: string;
  type: DeclaredFieldType;
  required?: boolean;
  maxLength?: number;
  min?: number;
  max?: number;
  minItems?: number;
  maxItems?: number;
  options?: string[];
  itemFields?: DeclaredField[];
  help?: string;
  translatable?: boolean;
  visibleWhen?: { field: string; in: string[] };
  default?: JsonValue;
};

/** The declaration of a custom slide type. */
export type SlideTypeDeclaration = {
  slug: string;
  label: string;
  category: "content" | "structural";
  description?: string;
  bestFor?: string[];
  usage?: string;
  fallback?: string;
  fields: DeclaredField[];
  example: Content;
};

export const FIELD_TYPES = [
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

/** A stored type. */
export type StoredDeclaration = SlideTypeDeclaration & { published: boolean };

/** Types with a maximum length. */
export const TEXT_TYPES: readonly DeclaredFieldType[] = ["string", "markdown", "code", "csv"];
/** Types that cannot be required, since a new slide has no value for them. */
export const NEVER_REQUIRED: readonly DeclaredFieldType[] = ["image", "link"];

/** A new type with a headline, as almost every type has. */
export function newDeclaration(headline: string, example: string): SlideTypeDeclaration {
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

/** The declaration of a stored type: without what the server adds, and with one name for the type of a field. */
export function fromServer(raw: Content | CustomType): SlideTypeDeclaration {
  const added = ["key", "typeId", "published", "createdAt"];
  const declared = Object.fromEntries(Object.entries(raw).filter(([key]) => !added.includes(key)));
  const field = (raw: Content): DeclaredField => {
    const { kind, helpText, itemFields, ...rest } = raw;
    const known = { ...rest, type: rest["type"] ?? kind } as unknown as DeclaredField;
    if (helpText !== undefined) known.help ??= helpText as string;
    if (Array.isArray(itemFields)) known.itemFields = (itemFields as Content[]).map(field);
    return known;
  };
  const fields = ((declared["fields"] ?? []) as Content[]).map(field);
  const example = (declared["example"] ?? declared["defaults"] ?? {}) as Content;
  return { category: "content", ...declared, fields, example } as SlideTypeDeclaration;
}

/** A unique key made of a label: `Case study` is `caseStudy`. */
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

/** A value for a field: for its example, and for new slides where it is required. */
export function sample(field: DeclaredField): JsonValue {
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

/** The declaration to send: without empty values, and with defaults for required fields. */
export function toServer(declaration: SlideTypeDeclaration): SlideTypeDeclaration {
  const field = (draft: DeclaredField): DeclaredField => {
    const { default: start, ...rest } = draft;
    const result = Object.fromEntries(
      Object.entries(rest).filter(([, value]) => value !== undefined && value !== "" && value !== false),
    ) as DeclaredField;
    if (draft.translatable === false) result.translatable = false;
    if (result.itemFields) result.itemFields = result.itemFields.map(field);
    const needsStart = draft.required && !["string", "markdown", "code", "url", "enum"].includes(draft.type);
    if (start !== undefined) result.default = start;
    else if (needsStart) result.default = sample(draft);
    return result;
  };
  const result = Object.fromEntries(
    Object.entries(declaration).filter(([, value]) => value !== undefined && value !== ""),
  ) as SlideTypeDeclaration;
  return {
    ...result,
    fields: declaration.fields.map(field),
    example: fitExample(declaration.fields, declaration.example),
  };
}

/** The example without undeclared and empty values, and with values for required fields. */
function fitExample(fields: readonly DeclaredField[], example: Content): Content {
  const fit: Content = {};
  for (const field of fields) {
    let value = example[field.key];
    if (field.type === "items" && Array.isArray(value)) {
      value = value.map((entry) => fitExample(field.itemFields ?? [], (entry ?? {}) as Content));
    }
    value ??= "";
    const isUnset = value === "" || (Array.isArray(value) && !value.length);
    if (!isUnset) fit[field.key] = value;
    else if (field.required) fit[field.key] = sample(field);
  }
  return fit;
}

/** Renames the key of a field, in the example too. */
export function renameKey(declaration: SlideTypeDeclaration, from: string, to: string): SlideTypeDeclaration {
  const fields = declaration.fields.map((field) => (field.key === from ? { ...field, key: to } : field));
  const example = Object.fromEntries(
    Object.entries(declaration.example).map(([key, value]) => [key === from ? to : key, value]),
  );
  return { ...declaration, fields, example };
}

/** The list with an item moved; unchanged when a position is outside the list. */
export function moveItem<T>(entries: readonly T[], from: number, to: number): T[] {
  const rest = entries.filter((_, at) => at !== from);
  const entry = entries[from];
  return entry === undefined || to < 0 || to >= entries.length
    ? [...entries]
    : [...rest.slice(0, to), entry, ...rest.slice(to)];
}

/** The labels of fields whose content slides would lose: removed, renamed, or of another type. */
export function removedFields(before: SlideTypeDeclaration, after: SlideTypeDeclaration): string[] {
  return before.fields
    .filter(({ key, type }) => after.fields.find((field) => field.key === key)?.type !== type)
    .map(({ label, key }) => label || key);
}
