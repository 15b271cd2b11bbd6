// Languages that can be added to a deck.

import { languageName } from "../store/texts";

/** Offered first; any other BCP 47 tag can be typed. */
const COMMON = [
  "en-GB", "en-US", "nl", "de", "fr", "es", "it", "pt", "pt-BR", "da", "sv", "nb", "fi", "is", "pl", "cs", "sk", "hu",
  "ro", "bg", "el", "hr", "sl", "sr", "lt", "lv", "et", "ga", "cy", "fy", "ca", "eu", "gl", "mt", "uk", "ru", "tr", "ar",
  "he", "fa", "ur", "hi", "bn", "ta", "id", "ms", "vi", "th", "zh-Hans", "zh-Hant", "ja", "ko", "sw", "af",
]; // prettier-ignore

/** The canonical form of a tag; undefined where it is not valid. */
export function tagOf(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text.trim())[0];
  } catch {
    return undefined;
  }
}

/** Whether the browser has a name for the language. Most words have the form of a tag and are no language. */
function isNamed(tag: string): boolean {
  return languageName(tag).toLowerCase() !== tag.toLowerCase();
}

/** Languages that the deck does not have, by name or tag. */
export function addable(existing: string[], query: string): { tag: string; name: string }[] {
  const taken = new Set(existing.map((tag) => tag.toLowerCase()));
  const prefix = query.trim().toLocaleLowerCase();
  const english = new Intl.DisplayNames(["en"], { type: "language" });
  const list = COMMON.filter((tag) => !taken.has(tag.toLowerCase()))
    .map((tag) => ({ tag, name: languageName(tag), english: english.of(tag) ?? "" }))
    .filter(({ tag, ...names }) =>
      [tag, names.name, names.english].some((name) => name.toLocaleLowerCase().startsWith(prefix)),
    );
  const typed = prefix ? tagOf(prefix) : undefined;
  if (typed && isNamed(typed) && !taken.has(typed.toLowerCase()) && !list.some(({ tag }) => tag === typed)) {
    list.push({ tag: typed, name: languageName(typed), english: "" });
  }
  return list.map(({ tag, name }) => ({ tag, name }));
}
