// Several lines that are pasted into the headline of a slide: the first is the headline, the others go below it.

import type { Content, JsonValue } from "../lib/api-types";
import { canvasTexts, entryTexts } from "./ghosts";
import type { SlideType } from "./panel-types";
import { splitPoints } from "./text-editing";

type Outline = {
  headline: string;
  /** The field below the headline and its new value. */
  below: { field: string; value: JsonValue };
  /** The path of the text to edit next. */
  last: string;
  /** The number of lines for which the list has no space, and the maximum number of its entries. */
  leftOut: number;
  most: number;
};

const isEmpty = (value: JsonValue | undefined) =>
  Array.isArray(value)
    ? value.every((entry) => Object.values(entry as Content).every((text) => !text))
    : !value;

/**
 * Splits lines that are pasted into the headline of a slide into the headline and the field below it. Undefined for a
 * single line, for another field than the headline, and where the field below is not empty.
 */
export function outlineOf(
  type: SlideType,
  content: Content,
  field: string,
  text: string,
): Outline | undefined {
  const [headline = "", ...lines] = splitPoints(text) ?? [];
  const texts = canvasTexts(type);
  if (lines.length === 0 || texts[0]?.key !== field) return undefined;
  const title = headline.replace(/^#+\s+/, "");
  const body = texts.find(({ key, type }) => key === "body" && type === "markdown");
  if (body) {
    if (!isEmpty(content["body"])) return undefined;
    const value = text.trim().split(/\r?\n/).slice(1).join("\n").trim();
    return { headline: title, below: { field: "body", value }, last: "body", leftOut: 0, most: Infinity };
  }
  for (const list of type.fields.filter(({ type }) => type === "items")) {
    const name = entryTexts(list).find(({ key }) => /^(title|label)$/.test(key))?.key;
    if (!name || !list.required || !isEmpty(content[list.key])) continue;
    const most = list.maxItems ?? Infinity;
    const entries = lines.slice(0, most).map((line) => ({ [name]: line }));
    return {
      headline: title,
      below: { field: list.key, value: entries },
      last: `${list.key}.${String(entries.length - 1)}.${name}`,
      leftOut: lines.length - entries.length,
      most,
    };
  }
  return undefined;
}
