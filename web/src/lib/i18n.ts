// Words of the interface. Each page brings its own table; English stands in for what a language lacks.

import { part } from "./parts";

export type Words = Record<string, string>;

/** The languages there are. A further one is a folder in `lang/`. */
export const languages: Record<string, string> = { en: "English", nl: "Nederlands" };

const CHOICE = "lectern.language";

/** The person's language: chosen, or the browser's, or English. */
export function language(): string {
  const chosen = localStorage.getItem(CHOICE);
  for (const tag of [chosen, ...navigator.languages]) {
    const base = tag?.split("-")[0];
    if (base && base in languages) return base;
  }
  return "en";
}

/** Remembers the person's choice; the page is loaded anew to speak it. */
export function chooseLanguage(code: string) {
  localStorage.setItem(CHOICE, code);
  location.reload();
}

const words: Words = {};
let plural = new Intl.PluralRules("en");
let figures = new Intl.NumberFormat("en");

const tables = import.meta.glob<Words>("../lang/*/*.json", { import: "default" });

/** Loads the words of some areas (`common` comes along) in the person's language. Called once, before anything is drawn. */
export async function loadWords(...areas: string[]) {
  const code = language();
  document.documentElement.lang = code;
  plural = new Intl.PluralRules(code);
  figures = new Intl.NumberFormat(code);
  for (const of of code === "en" ? ["en"] : ["en", code]) {
    const asked = ["common", ...areas].map((area) => tables[`../lang/${of}/${area}.json`]);
    Object.assign(words, ...(await Promise.all(asked.map((table) => table && part(table)))));
  }
}

/** Words under a key, `{name}` filled in. With `n` the plural form of the language is taken (`key_one`, `key_other`). */
export function t(key: string, values: Record<string, string | number> = {}): string {
  const n = values["n"];
  const form = typeof n === "number" ? words[`${key}_${plural.select(n)}`] : undefined;
  const text = form ?? words[key] ?? words[`${key}_other`] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : typeof value === "number" ? figures.format(value) : value;
  });
}
