// What slides can be: types by key and by the id decks hold, and the declaration behind a path.

import type { Content, FieldDeclaration, SlideTypeList } from "../../lib/api-types";
import type { SlideType } from "../seam";

/** The types by key: those that are offered, and those that a deck has and are offered no longer. */
export function typesOf(
  catalogue: SlideTypeList,
  withdrawn: SlideTypeList["slideTypes"] = {},
): Map<string, SlideType> {
  const named = (types: SlideTypeList["slideTypes"], enabled: boolean) =>
    Object.entries(types).map(([key, type]) => [key, { ...type, enabled, key }] as const);
  return new Map([...named(withdrawn, false), ...named(catalogue.slideTypes, true)]);
}

/** The options that every slide has, as fields of a type are declared; their words come from the language file. */
export function globalFields(catalogue: SlideTypeList, words: (key: string) => string): FieldDeclaration[] {
  return catalogue.globalOptions.map(({ description, default: _, ...option }) => ({
    ...option,
    label: words(option.key),
    translatable: option.type === "string",
    ...(description ? { helpText: description } : {}),
  }));
}

/** The declaration behind a path such as `items.2.title`; nothing where the type declares none. */
export function declarationAt(
  fields: readonly FieldDeclaration[],
  path: string,
): FieldDeclaration | undefined {
  const names = path.split(".").filter((part) => !/^\d+$/.test(part));
  let declared: FieldDeclaration | undefined;
  let inside: readonly FieldDeclaration[] = fields;
  for (const name of names) {
    declared = inside.find((field) => field.key === name);
    if (!declared) return undefined;
    inside = declared.itemFields ?? [];
  }
  return declared;
}

/** Whether a field is a text that is written, and so edited in place. */
export function isText(field: FieldDeclaration | undefined): boolean {
  return field?.type === "string" || field?.type === "markdown";
}

/** The first written text among fields: what an entry or a slide is called by. */
export function firstText(fields: readonly FieldDeclaration[]): FieldDeclaration | undefined {
  return fields.find(isText);
}

/** What a slide is called: its labelling field, else its first text that says something. */
export function slideName(type: SlideType | undefined, content: Content): string {
  const keys = type
    ? [type.labelField, ...type.fields.filter(isText).map(({ key }) => key)]
    : Object.keys(content);
  for (const key of keys) {
    const text = typeof key === "string" ? content[key] : undefined;
    if (typeof text === "string" && text.trim()) return plain(text);
  }
  return type?.label ?? "";
}

/** A text without its marks, in one line. */
export function plain(text: string): string {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*_`~#>]+/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
