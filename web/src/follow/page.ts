// The data, texts and elements of the pages for audience and speaker, which the server writes.

import type { SessionPageData } from "../lib/api-types";

/** The data that the server wrote into the page. */
export function readPageData(): SessionPageData {
  return JSON.parse(document.getElementById("data")?.textContent ?? "{}") as SessionPageData;
}

const words = readPageData().words ?? {};
const language = document.documentElement.lang || "en";
const plural = new Intl.PluralRules(language);

/** The text of a key with `{name}` filled in. `n` selects the plural form. */
export function t(key: string, values: Record<string, string | number> = {}): string {
  const n = values["n"];
  const form = typeof n === "number" ? words[`${key}_${plural.select(n)}`] : undefined;
  const text = form ?? words[key] ?? words[`${key}_other`] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : typeof value === "number" ? value.toLocaleString(language) : value;
  });
}

/** An element that every page has. Throws where it is missing. */
export function find<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found as T;
}

/** A new element with a text. */
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

/** Announces a text to screen readers. */
export function announce(text: string) {
  find("said").textContent = text;
}

let messageTimer: ReturnType<typeof setTimeout> | undefined;

/** Shows a short message over the page, until the next one or for some milliseconds. */
export function showMessage(text: string, milliseconds = 0) {
  clearTimeout(messageTimer);
  find("pill").textContent = text;
  if (text && milliseconds) messageTimer = setTimeout(() => showMessage(""), milliseconds);
}

/** Sets up the language menu: languages have their own names, and a choice reloads the page. */
export function setUpLanguageMenu() {
  const choice = document.getElementById("languages") as HTMLSelectElement | null;
  if (!choice) return;
  for (const option of choice.options) {
    const name = new Intl.DisplayNames([option.value], { type: "language" }).of(option.value);
    if (name) option.textContent = name.charAt(0).toLocaleUpperCase(option.value) + name.slice(1);
    option.lang = option.value;
  }
  choice.addEventListener("change", () => choice.form?.submit());
}

/** Values stored on this device. Without storage nothing is remembered. */
export const storage = {
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
      // A private window has no storage.
    }
  },
};
