// What every kind of field is given.

import type { FieldDeclaration, JsonValue, Slide } from "../../lib/api-types";
import { t } from "../../lib/i18n";
import type { Editor } from "../store/editor.svelte";

export interface KindProps {
  store: Editor;
  slide: Slide;
  field: FieldDeclaration;
  /** Inside the content: `items.2.title`. */
  path: string;
  value: JsonValue | undefined;
  /** Of the control that the label names. */
  id: string;
  /** Ids of help, counter and faults. */
  describedby: string | undefined;
}

/** A label in the language of the interface; the declaration's own where there is none. */
export function labelOf(field: { label: string }): string {
  const key = `fields.label.${field.label}`;
  const said = t(key);
  return said === key ? field.label : said;
}

/** The name of a slide type, likewise. */
export function typeLabel(type: { key: string; label: string }): string {
  const key = `types.${type.key}.label`;
  const said = t(key);
  return said === key ? type.label : said;
}

/** What is said below a field, likewise. */
export function helpOf({ helpText }: FieldDeclaration): string | undefined {
  if (!helpText) return undefined;
  const key = `fields.help.${helpText}`;
  const said = t(key);
  return said === key ? helpText : said;
}

/** An option in words. */
export function optionLabel(field: FieldDeclaration, option: string): string {
  if (option === "") return t("fields.option.automatic");
  for (const key of [`fields.option.${field.key}.${option}`, `fields.option.${option}`]) {
    const said = t(key);
    if (said !== key) return said;
  }
  const own = field.optionLabels?.[option];
  if (own) return own;
  const words = option.replace(/[-_]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Goes to the next field of the form, as Enter does in a one-line text. */
export function focusNext(from: HTMLElement) {
  const all = [
    ...(from.closest("form, .fields")?.querySelectorAll<HTMLElement>("input, textarea, select, button") ??
      []),
  ];
  const next = all
    .slice(all.indexOf(from) + 1)
    .find((one) => one.offsetParent !== null && one.matches("input, textarea, select"));
  next?.focus();
}
