// Each section is a chunk of its own, loaded when one goes there.

import type { Component } from "svelte";
import type { Me } from "../lib/api-types";
import { loadWords } from "../lib/i18n";
import { part } from "../lib/parts";

/** What each section is given: who looks, and what is open in it. */
export type ViewProps = { me: Me; item: string };
/** Some sections need neither. */
type View = () => Promise<{ default: Component<ViewProps> | Component }>;

const views: Record<string, View> = {
  profile: () => import("./profile/Profile.svelte"),
  keys: () => import("./keys/Keys.svelte"),
  agents: () => import("./agents/Agents.svelte"),
  organization: () => import("./organization/Members.svelte"),
  themes: () => import("./themes/Themes.svelte"),
  "themes/": () => import("./themes/ThemeEditor.svelte"),
  types: async () => {
    await loadWords("types");
    return import("./types/Types.svelte");
  },
  "types/": () => import("./types/TypeBuilder.svelte"),
  ai: () => import("./assistant/Assistant.svelte"),
  users: () => import("./users/Users.svelte"),
  audit: () => import("./audit/Audit.svelte"),
  maintenance: () => import("./maintenance/Maintenance.svelte"),
};

/** The view of a section, or of a thing in it that has a view of its own. */
export function viewOf(section: string, item: string): Promise<{ default: Component<ViewProps> }> {
  const view = (item && views[`${section}/`]) || views[section];
  if (!view) return Promise.reject(new Error(section));
  return part(view) as Promise<{ default: Component<ViewProps> }>;
}
