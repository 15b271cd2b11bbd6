// The sections of the settings, each a chunk that loads on demand.

import type { Component } from "svelte";
import type { Profile } from "../lib/api-types";
import { loadTexts } from "../lib/i18n";
import { loadChunk } from "../lib/chunks";

/** The props of a view: the user, and the id of the open item of the section. */
export type ViewProps = { me: Profile; item: string };
/** Loads the view of a section. Some views take no props. */
type LoadView = () => Promise<{ default: Component<ViewProps> | Component }>;

/** The views by section. A key that ends with `/` is the view of an item of that section. */
const views: Record<string, LoadView> = {
  profile: () => import("./profile/Profile.svelte"),
  keys: () => import("./keys/Keys.svelte"),
  agents: () => import("./agents/Agents.svelte"),
  organization: () => import("./organization/Members.svelte"),
  themes: () => import("./themes/Themes.svelte"),
  "themes/": () => import("./themes/ThemeEditor.svelte"),
  types: async () => {
    await loadTexts("types");
    return import("./types/Types.svelte");
  },
  "types/": () => import("./types/TypeBuilder.svelte"),
  ai: () => import("./assistant/Assistant.svelte"),
  webhooks: () => import("./webhooks/Webhooks.svelte"),
  provisioning: () => import("./provisioning/Provisioning.svelte"),
  users: () => import("./users/Users.svelte"),
  audit: () => import("./audit/Audit.svelte"),
  maintenance: () => import("./maintenance/Maintenance.svelte"),
};

/** Loads the view of a section. When an item is open and the section has a view for items, loads that one. */
export function viewOf(section: string, item: string): Promise<{ default: Component<ViewProps> }> {
  const load = (item && views[`${section}/`]) || views[section];
  if (!load) return Promise.reject(new Error(`the settings have no section \`${section}\``));
  return loadChunk(load) as Promise<{ default: Component<ViewProps> }>;
}
