// Slide types by key, and the declarations of fields.

import type { Content, FieldDeclaration, SlideTypeList } from "../../lib/api-types";
import { typeLabel } from "../../lib/type-texts";
import type { SlideType } from "../panel-types";

/** All slide types by key: those on offer, and those that a deck uses but are no longer offered. */
export function typesOf(
  catalogue: SlideTypeList,
  withdrawn: SlideTypeList["slideTypes"] = {},
): Map<string, SlideType> {
  const named = (types: SlideTypeList["slideTypes"], enabled: boolean) =>
    Object.entries(types).map(([key, type]) => [key, { ...type, enabled, key }] as const);
  return new Map([...named(withdrawn, false), ...named(catalogue.slideTypes, true)]);
}

/** The options of every slide as field declarations. `words` returns their labels. */
export function globalFields(catalogue: SlideTypeList, words: (key: string) => string): FieldDeclaration[] {
  return catalogue.globalOptions.map(({ description, default: _, ...option }) => ({
    ...option,
    label: words(option.key),
    translatable: option.type === "string",
    ...(description ? { helpText: description } : {}),
  }));
}

/** The declaration of a path such as `items.2.title`; undefined where there is none. */
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

/** Whether a field is a text, and so edited on the canvas. */
export function isText(field: FieldDeclaration | undefined): boolean {
  return field?.type === "string" || field?.type === "markdown";
}

/** The first text field: it names an entry or a slide. */
export function firstText(fields: readonly FieldDeclaration[]): FieldDeclaration | undefined {
  return fields.find(isText);
}

/** The name of a slide: its label field, otherwise its first text. */
export function slideName(type: SlideType | undefined, content: Content): string {
  const keys = type
    ? [type.labelField, ...type.fields.filter(isText).map(({ key }) => key)]
    : Object.keys(content);
  for (const key of keys) {
    const text = typeof key === "string" ? content[key] : undefined;
    if (typeof text === "string" && text.trim()) return plainText(text);
  }
  return type ? typeLabel(type) : "";
}

/** A text in one line, without Markdown. */
export function plainText(text: string): string {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*_`~#>]+/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
