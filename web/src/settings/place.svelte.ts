// Where one is in the settings: the address is the only state. `/settings/themes/3f…` is a section and a thing in it.

import type { Me } from "../lib/api-types";

/** Who may see a section. */
type For = "everybody" | "organization" | "instance";

export type Section = { id: string; group: "you" | "organization" | "instance"; for: For };

/** The sections, in the order in which they are listed. */
export const SECTIONS: readonly Section[] = [
  { id: "profile", group: "you", for: "everybody" },
  { id: "keys", group: "you", for: "everybody" },
  { id: "agents", group: "you", for: "everybody" },
  { id: "organization", group: "organization", for: "everybody" },
  { id: "themes", group: "organization", for: "organization" },
  { id: "types", group: "organization", for: "organization" },
  { id: "ai", group: "organization", for: "everybody" },
  { id: "users", group: "instance", for: "instance" },
  { id: "audit", group: "instance", for: "instance" },
  { id: "maintenance", group: "instance", for: "instance" },
];

/** Whether somebody administers the instance. */
export function isAdministrator(me: Me): boolean {
  return me.user.role === "admin";
}

/** Whether somebody manages the organization he acts in. */
export function manages(me: Me): boolean {
  const here = me.organizations.find(({ id }) => id === me.organization.id);
  return isAdministrator(me) || here?.role === "admin";
}

/** The sections somebody may use. */
export function sectionsFor(me: Me): Section[] {
  const may = { everybody: true, organization: manages(me), instance: isAdministrator(me) };
  return SECTIONS.filter((section) => may[section.for]);
}

export type Place = {
  /** Empty for `/settings` itself: the profile, and on a phone the list of sections. */
  section: string;
  /** What is open in it. */
  item: string;
};

/** The place an address names. */
export function placeOf(path: string): Place {
  const [section = "", item = ""] = path
    .replace(/^\/settings\/?/, "")
    .split("/")
    .map(decodeURIComponent);
  return { section, item };
}

export const place = $state(placeOf(typeof location === "undefined" ? "" : location.pathname));

function follow() {
  Object.assign(place, placeOf(location.pathname));
}

/** Goes to a place of the settings; `instead` of this one, when this one is no more. */
export function go(path: string, instead = false) {
  if (instead) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  follow();
  scrollTo(0, 0);
}

/** Follows Back, Forward, and plain clicks on links within the settings; answers how to stop. */
export function followAddress(): () => void {
  const clicked = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey)
      return;
    const link = (event.target as Element).closest?.("a[href]");
    const path = link?.getAttribute("href") ?? "";
    if (!/^\/settings(\/|$)/.test(path) || link?.getAttribute("target")) return;
    event.preventDefault();
    go(path);
  };
  addEventListener("popstate", follow);
  addEventListener("click", clicked);
  return () => {
    removeEventListener("popstate", follow);
    removeEventListener("click", clicked);
  };
}
