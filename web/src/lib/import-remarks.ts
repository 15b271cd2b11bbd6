// What the import of a file says about its parts, in the words of the app and in the language of the page. Loaded with
// the first report.

import type { ImportedItem, Remark } from "./api-types";
import { loadTexts, t } from "./i18n";
import { size } from "./time";

await loadTexts("imports");

/** The text of a key, or else the name itself. */
function nameText(key: string, name: string): string {
  const text = t(key);
  return text === key ? name : text;
}

/**
 * A remark in the words of the app; `text` where it has no code, or one that the app does not know. `name` is the name of
 * the part in the file.
 */
export function importText(remark: Remark | undefined, text: string, name = ""): string {
  if (!remark) return text;
  const isInBytes = remark.code === "asset-large";
  const named = Object.entries(remark.values).map(([key, value]): [string, string | number] => {
    if (typeof value === "number") return [key, isInBytes ? size(value) : value];
    if (typeof value !== "string") return [key, value.join(", ")];
    if (key === "what") return [key, nameText(`imports.thing-name.${value}`, value)];
    if (key === "field") return [key, nameText(`imports.field.${value}`, value)];
    return [key, value];
  });
  const key = `imports.${remark.code}`;
  const own = t(key, { name, ...Object.fromEntries(named) });
  return own === key ? text : own;
}

/** What happened to a part of a PowerPoint file. */
export function itemText({ name, text = "", remark }: ImportedItem): string {
  return importText(remark, text.startsWith(name) ? text : `${name}: ${text}`, name);
}
