// The texts of the interface. Each page loads its own files; English fills gaps in other languages.

import { loadChunk } from "./chunks";

export type Texts = Record<string, string>;

/** The languages of the interface. Another one is a folder in `lang/`. */
export const languages: Record<string, string> = { en: "English", nl: "Nederlands" };

const STORAGE_KEY = "lectern.language";

/** The user's language: chosen, or the browser's, or English. */
export function language(): string {
  const chosen = localStorage.getItem(STORAGE_KEY);
  for (const tag of [chosen, ...navigator.languages]) {
    const base = tag?.split("-")[0];
    if (base && base in languages) return base;
  }
  return "en";
}

/** Stores the user's choice and reloads the page. */
export function chooseLanguage(code: string) {
  localStorage.setItem(STORAGE_KEY, code);
  location.reload();
}

const texts: Texts = {};
let plural = new Intl.PluralRules("en");
let numbers = new Intl.NumberFormat("en");

const tables = import.meta.glob<Texts>("../lang/*/*.json", { import: "default" });

/**
 * Loads the texts of areas and of `common`, in the user's language. Pages and chunks call it before they draw their
 * own texts.
 */
export async function loadTexts(...areas: string[]) {
  const code = language();
  document.documentElement.lang = code;
  plural = new Intl.PluralRules(code);
  numbers = new Intl.NumberFormat(code);
  const folders = code === "en" ? ["en"] : ["en", code];
  const files = folders.flatMap((folder) =>
    ["common", ...areas].map((area) => tables[`../lang/${folder}/${area}.json`]),
  );
  // All files are assigned at once: a text that is drawn between two of them would be in English.
  Object.assign(texts, ...(await Promise.all(files.map((table) => table && loadChunk(table)))));
}

/** Whether the page has texts of the app. */
export const hasTexts = () => Object.keys(texts).length > 0;

/** The text of a key with `{name}` filled in. `n` selects the plural form (`key_one`, `key_other`). */
export function t(key: string, values: Record<string, string | number> = {}): string {
  const n = values["n"];
  const form = typeof n === "number" ? texts[`${key}_${plural.select(n)}`] : undefined;
  const text = form ?? texts[key] ?? texts[`${key}_other`] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : typeof value === "number" ? numbers.format(value) : value;
  });
}
