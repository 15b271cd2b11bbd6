// The sections of the settings, each a chunk that loads on demand.

import type { Component } from "svelte";
import type { Profile } from "../lib/api-types";
import { loadTexts } from "../lib/i18n";
import { loadChunk } from "../lib/chunks";

/** The props of a section: the user, and the open item. */
export type ViewProps = { me: Profile; item: string };
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

/** The view of a section, or of an item where it has its own view. */
export function viewOf(section: string, item: string): Promise<{ default: Component<ViewProps> }> {
  const view = (item && views[`${section}/`]) || views[section];
  if (!view) return Promise.reject(new Error(section));
  return loadChunk(view) as Promise<{ default: Component<ViewProps> }>;
}
