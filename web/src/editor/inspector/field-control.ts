// Props and texts that all field controls share.

import type { FieldDeclaration, JsonValue, Slide } from "../../lib/api-types";
import { t } from "../../lib/i18n";
import type { Editor } from "../store/editor.svelte";

export interface FieldControlProps {
  store: Editor;
  slide: Slide;
  field: FieldDeclaration;
  /** A path inside the content, such as `items.2.title`. */
  path: string;
  value: JsonValue | undefined;
  /** The id of the control that the label names. */
  id: string;
  /** Ids of help, counter and errors. */
  describedby: string | undefined;
}

/** The label in the language of the interface, or as declared. */
export function labelOf(field: { label: string }): string {
  const key = `fields.label.${field.label}`;
  const text = t(key);
  return text === key ? field.label : text;
}

/** The names of a field and of the entries that it is part of: "Entries 3, Headline" for `items.2.title`. */
export function pathLabel(path: string, fieldOf: (path: string) => { label: string } | undefined): string {
  const parts = path.split(".");
  const names = parts.flatMap((part, at) => {
    const field = /^\d+$/.test(part) ? undefined : fieldOf(parts.slice(0, at + 1).join("."));
    const entry = parts[at + 1];
    const number = entry && /^\d+$/.test(entry) ? ` ${String(Number(entry) + 1)}` : "";
    return field ? [labelOf(field) + number] : [];
  });
  return names.join(", ");
}

/** The name of a field in a list of changes: as its path is labelled, the notes by their name, or its path. */
export function fieldName(path: string, fieldOf: (path: string) => { label: string } | undefined): string {
  return path === "notes" ? t("panels.translate.notes") : pathLabel(path, fieldOf) || path;
}

/** The help text in the language of the interface, or as declared. */
export function helpOf({ helpText }: FieldDeclaration): string | undefined {
  if (!helpText) return undefined;
  const key = `fields.help.${helpText}`;
  const text = t(key);
  return text === key ? helpText : text;
}

/** The label of an option. */
export function optionLabel(field: FieldDeclaration, option: string): string {
  if (option === "") return t("fields.option.automatic");
  for (const key of [`fields.option.${field.key}.${option}`, `fields.option.${option}`]) {
    const text = t(key);
    if (text !== key) return text;
  }
  const own = field.optionLabels?.[option];
  if (own) return own;
  const words = option.replace(/[-_]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Focuses the next field of the form. */
export function focusNext(from: HTMLElement) {
  const all = [
    ...(from
      .closest("form, .fields")
      ?.querySelectorAll<HTMLElement>("input, textarea, .rich-text, select, button") ?? []),
  ];
  const next = all
    .slice(all.indexOf(from) + 1)
    .find((one) => one.offsetParent !== null && one.matches("input, textarea, .rich-text, select"));
  next?.focus();
}
