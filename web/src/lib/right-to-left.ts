// Languages that are written from right to left, by the rule of the server (`crates/deck/src/model/tag.rs`).

export const RIGHT_TO_LEFT_SCRIPTS = ["arab", "hebr", "thaa", "syrc", "nkoo", "adlm", "rohg"];
export const RIGHT_TO_LEFT_LANGUAGES = [
  "ar",
  "he",
  "iw",
  "fa",
  "ur",
  "yi",
  "ji",
  "ps",
  "sd",
  "ug",
  "dv",
  "ckb",
  "syr",
  "nqo",
];

/** Whether text in a language is written from right to left, by the script in its tag, else by the language. */
export function readsRightToLeft(tag: string): boolean {
  const [language = "", ...subtags] = tag.toLowerCase().replace(/-.-.*/, "").split("-");
  const script = subtags.find((part) => /^[a-z]{4}$/.test(part));
  return script ? RIGHT_TO_LEFT_SCRIPTS.includes(script) : RIGHT_TO_LEFT_LANGUAGES.includes(language);
}
