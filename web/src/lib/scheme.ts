// Light or dark: the system's choice unless the person made one. Kept in this browser.

export type Scheme = "system" | "light" | "dark";

const CHOICE = "lectern.scheme";

/** The person's choice. */
export function scheme(): Scheme {
  const chosen = localStorage.getItem(CHOICE);
  return chosen === "light" || chosen === "dark" ? chosen : "system";
}

/** Remembers a choice and shows it at once. */
export function chooseScheme(chosen: Scheme) {
  localStorage.setItem(CHOICE, chosen);
  showScheme();
}

/** Puts the choice on the page; `system` leaves it to the browser. */
export function showScheme() {
  const chosen = scheme();
  if (chosen === "system") delete document.documentElement.dataset["scheme"];
  else document.documentElement.dataset["scheme"] = chosen;
}
