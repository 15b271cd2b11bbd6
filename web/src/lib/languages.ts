// Languages for decks, by their own names. Any other BCP 47 tag can be typed.

const TAGS =
  "en-GB en-US nl nl-BE de fr es pt pt-BR it ca da sv nb fi is et lv lt pl cs sk sl hr sr bs hu ro bg mk sq el tr uk ru ga cy eu gl lb mt ar he fa ur hi bn ta th vi id ms tl sw af zh-Hans zh-Hant ja ko";

/** The name of a language in that language, such as "Nederlands"; the tag where the browser knows no name. */
export function nativeName(tag: string): string {
  try {
    const name =
      new Intl.DisplayNames([tag], { type: "language", languageDisplay: "standard" }).of(tag) ?? tag;
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  } catch {
    return tag;
  }
}

/** The languages that can be chosen for a deck: those of the browser first. */
export function offeredLanguages(): { value: string; label: string }[] {
  const own = navigator.languages.filter((tag) => /^[a-z]{2,3}(-|$)/i.test(tag));
  return [...new Set([...own, ...TAGS.split(" ")])].map((value) => ({ value, label: nativeName(value) }));
}
