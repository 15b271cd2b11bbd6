// What the server left in a page for its audience: where the talk stands, and the words of the page.

import type { SessionPageData } from "../lib/api-types";

export function readView(): SessionPageData {
  return JSON.parse(document.getElementById("data")?.textContent ?? "{}") as SessionPageData;
}

const words = readView().words ?? {};
const language = document.documentElement.lang || "en";
const plural = new Intl.PluralRules(language);

/** Words under a key, `{name}` filled in. With `n` the plural form of the language is taken. */
export function t(key: string, values: Record<string, string | number> = {}): string {
  const n = values["n"];
  const form = typeof n === "number" ? words[`${key}_${plural.select(n)}`] : undefined;
  const text = form ?? words[key] ?? words[`${key}_other`] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : typeof value === "number" ? value.toLocaleString(language) : value;
  });
}

/** An element of the page that is always there. */
export function find<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found as T;
}

/** A new element with its text. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className = "",
  text = "",
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

/** Says something to those who listen to the page. */
export function say(text: string) {
  find("said").textContent = text;
}

let resting: ReturnType<typeof setTimeout> | undefined;

/** Shows a short message over the page; it stays until the next one, or for some milliseconds. */
export function tell(text: string, milliseconds = 0) {
  clearTimeout(resting);
  find("pill").textContent = text;
  if (text && milliseconds) resting = setTimeout(() => tell(""), milliseconds);
}

/** The choice of a language leads to the same page in it. Languages are called by their own names. */
export function nameLanguages() {
  const choice = document.getElementById("languages") as HTMLSelectElement | null;
  if (!choice) return;
  for (const option of choice.options) {
    const name = new Intl.DisplayNames([option.value], { type: "language" }).of(option.value);
    if (name) option.textContent = name.charAt(0).toLocaleUpperCase(option.value) + name.slice(1);
    option.lang = option.value;
  }
  choice.addEventListener("change", () => choice.form?.submit());
}

/** What this device remembers. Where it may not, it forgets. */
export const memory = {
  get(name: string): string | null {
    try {
      return localStorage.getItem(`lectern.${name}`);
    } catch {
      return null;
    }
  },
  set(name: string, value: string) {
    try {
      localStorage.setItem(`lectern.${name}`, value);
    } catch {
      // Nothing is remembered in a private window.
    }
  },
};
