// The route within the settings, which the address holds: `/settings/themes/3f…` is a section and an item.

import type { Profile } from "../lib/api-types";

/** Who may see a section. */
type For = "everybody" | "organization" | "instance";

export type Section = { id: string; group: "you" | "organization" | "instance"; for: For };

/** The sections in the order of the navigation. */
export const SECTIONS: readonly Section[] = [
  { id: "profile", group: "you", for: "everybody" },
  { id: "keys", group: "you", for: "everybody" },
  { id: "agents", group: "you", for: "everybody" },
  { id: "organization", group: "organization", for: "everybody" },
  { id: "themes", group: "organization", for: "organization" },
  { id: "types", group: "organization", for: "organization" },
  { id: "ai", group: "organization", for: "everybody" },
  { id: "webhooks", group: "organization", for: "organization" },
  { id: "provisioning", group: "organization", for: "organization" },
  { id: "users", group: "instance", for: "instance" },
  { id: "audit", group: "instance", for: "instance" },
  { id: "maintenance", group: "instance", for: "instance" },
];

/** Whether the user administers the instance. */
export function isAdministrator(me: Profile): boolean {
  return me.user.role === "admin";
}

/** Whether the user manages the organization that they act in. */
export function managesOrganization(me: Profile): boolean {
  const organization = me.organizations.find(({ id }) => id === me.organization.id);
  return isAdministrator(me) || organization?.role === "admin";
}

/** The sections that the user may see. */
export function sectionsFor(me: Profile): Section[] {
  const may = { everybody: true, organization: managesOrganization(me), instance: isAdministrator(me) };
  return SECTIONS.filter((section) => may[section.for]);
}

export type SettingsRoute = {
  /** Empty for `/settings`: the profile, and on a phone the navigation. */
  section: string;
  /** The open item. */
  item: string;
};

/** The route of a path. */
export function parseRoute(path: string): SettingsRoute {
  const [section = "", item = ""] = path
    .replace(/^\/settings\/?/, "")
    .split("/")
    .map(decodeURIComponent);
  return { section, item };
}

export const route = $state(parseRoute(typeof location === "undefined" ? "" : location.pathname));

function readAddress() {
  Object.assign(route, parseRoute(location.pathname));
}

/** Goes to a path of the settings. `replace` replaces the history entry. */
export function go(path: string, replace = false) {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  readAddress();
  scrollTo(0, 0);
}

/** Follows Back, Forward and clicks on links within the settings. Returns a function that stops it. */
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
  addEventListener("popstate", readAddress);
  addEventListener("click", clicked);
  return () => {
    removeEventListener("popstate", readAddress);
    removeEventListener("click", clicked);
  };
}
