// What a menu holds.

import type { Component } from "svelte";

export type MenuItem = {
  label: string;
  icon?: Component<{ size?: number }> | undefined;
  /** Muted text under the label. */
  hint?: string | undefined;
  keys?: string | undefined;
  /** Why it cannot be chosen now: it stays in the list and says so. */
  disabled?: string | undefined;
  danger?: boolean | undefined;
  /** A mark before it: one of several that is chosen. */
  checked?: boolean | undefined;
  /** A submenu. */
  items?: MenuEntry[] | undefined;
  run?: (() => void) | undefined;
};
export type MenuEntry = MenuItem | { separator: true } | { heading: string };
