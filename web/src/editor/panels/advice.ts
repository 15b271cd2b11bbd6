// What the built-in author and the checks of a deck say, in the words of the app: by code, with fields by their names and
// in the language of the page. Text without a code, which a vendor's model wrote, stays as it is.

import type { Remark } from "../../lib/api-types";
import { loadTexts, t } from "../../lib/i18n";

await loadTexts("advice");

/** The slides that a remark is about, such as `slide 3`; none for the deck. */
function slidesText(numbers: number[]): string {
  if (numbers.length === 0) return t("advice.subject.deck");
  const [number = 0] = numbers;
  return numbers.length === 1
    ? t("advice.subject.slide", { number })
    : t("advice.subject.slides", { numbers: numbers.join(", ") });
}

/** The text of a key, or else the name itself. */
function nameText(key: string, name: string): string {
  const text = t(key);
  return text === key ? name : text;
}

/**
 * A remark in the words of the app; `text` where it has no code, or one that the app does not know. `nameOf` returns the
 * name of a field by its path, such as `items[2].title`.
 */
export function remarkText(
  remark: Remark | undefined,
  text: string,
  nameOf: (path: string) => string,
): string {
  if (!remark) return text;
  const named = Object.entries(remark.values).map(([name, value]): [string, string | number] => {
    if (typeof value === "number") return [name, value];
    if (typeof value !== "string") return [name, slidesText(value)];
    if (name === "field") return [name, nameOf(value)];
    if (name === "kind") return [name, nameText(`types.${value}.label`, value)];
    if (name === "part") return [name, nameText(`advice.part.${value}`, value)];
    return [name, value];
  });
  const key = `advice.${remark.code}`;
  const own = t(key, Object.fromEntries(named));
  return own === key ? text : own;
}
