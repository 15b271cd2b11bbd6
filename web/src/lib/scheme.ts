// The colour scheme: the system's, unless the user chose one. Stored in this browser.

export type Scheme = "system" | "light" | "dark";

const STORAGE_KEY = "lectern.scheme";

/** The user's choice. */
export function scheme(): Scheme {
  const chosen = localStorage.getItem(STORAGE_KEY);
  return chosen === "light" || chosen === "dark" ? chosen : "system";
}

/** Stores a choice and applies it. */
export function chooseScheme(chosen: Scheme) {
  localStorage.setItem(STORAGE_KEY, chosen);
  applyScheme();
}

/** Applies the choice to the page; `system` leaves it to the browser. */
export function applyScheme() {
  const chosen = scheme();
  if (chosen === "system") delete document.documentElement.dataset["scheme"];
  else document.documentElement.dataset["scheme"] = chosen;
}
