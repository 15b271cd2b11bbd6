// The entries of a menu.

import type { Component } from "svelte";

export type MenuItem = {
  label: string;
  icon?: Component<{ size?: number }> | undefined;
  /** Muted text under the label. */
  hint?: string | undefined;
  keys?: string | undefined;
  /** Why it is disabled: it stays in the list and shows this. */
  disabled?: string | undefined;
  danger?: boolean | undefined;
  /** Whether it is the selected one of several. */
  checked?: boolean | undefined;
  /** A submenu. */
  items?: MenuEntry[] | undefined;
  run?: (() => void) | undefined;
};
export type MenuEntry = MenuItem | { separator: true } | { heading: string };
