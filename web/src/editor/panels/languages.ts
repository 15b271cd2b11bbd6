// Languages to choose from, by their own names.

import { languageName } from "../store/texts";

/** What is offered first; any other BCP 47 tag can be typed. */
const COMMON = [
  "en-GB", "en-US", "nl", "de", "fr", "es", "it", "pt", "pt-BR", "da", "sv", "nb", "fi", "is", "pl", "cs", "sk", "hu",
  "ro", "bg", "el", "hr", "sl", "sr", "lt", "lv", "et", "ga", "cy", "fy", "ca", "eu", "gl", "mt", "uk", "ru", "tr", "ar",
  "he", "fa", "ur", "hi", "bn", "ta", "id", "ms", "vi", "th", "zh-Hans", "zh-Hant", "ja", "ko", "sw", "af",
]; // prettier-ignore

/** The tag as it is written, or nothing when it is none. */
export function tagOf(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text.trim())[0];
  } catch {
    return undefined;
  }
}

/** Whether anybody knows the language: most words look like a tag. */
function isNamed(tag: string): boolean {
  return languageName(tag).toLowerCase() !== tag.toLowerCase();
}

/** Languages to add, without those that are there, by name or tag. */
export function addable(there: string[], query: string): { tag: string; name: string }[] {
  const has = new Set(there.map((tag) => tag.toLowerCase()));
  const wanted = query.trim().toLocaleLowerCase();
  const english = new Intl.DisplayNames(["en"], { type: "language" });
  const list = COMMON.filter((tag) => !has.has(tag.toLowerCase()))
    .map((tag) => ({ tag, name: languageName(tag), english: english.of(tag) ?? "" }))
    .filter(({ tag, ...names }) =>
      [tag, names.name, names.english].some((name) => name.toLocaleLowerCase().startsWith(wanted)),
    );
  const typed = wanted ? tagOf(wanted) : undefined;
  if (typed && isNamed(typed) && !has.has(typed.toLowerCase()) && !list.some(({ tag }) => tag === typed)) {
    list.push({ tag: typed, name: languageName(typed), english: "" });
  }
  return list.map(({ tag, name }) => ({ tag, name }));
}
