// Icons for layout options, by field and option.

import AlignCenter from "@lucide/svelte/icons/align-center";
import AlignLeft from "@lucide/svelte/icons/align-left";
import Columns from "@lucide/svelte/icons/columns-2";
import PanelLeft from "@lucide/svelte/icons/panel-left";
import PanelRight from "@lucide/svelte/icons/panel-right";
import Rows from "@lucide/svelte/icons/rows-3";
import type { Component } from "svelte";

const ICONS: Record<string, Record<string, Component<{ size?: number }>>> = {
  layout: { "one-column": Rows, "two-column": Columns },
  imageSide: { left: PanelLeft, right: PanelRight },
  headerAlign: { left: AlignLeft, center: AlignCenter },
  titleBlockAlign: { left: AlignLeft, center: AlignCenter },
  quoteAlign: { left: AlignLeft, center: AlignCenter },
};

/** The icon of an option; undefined where a text is clearer. */
export function optionIcon(key: string, option: string): Component<{ size?: number }> | undefined {
  return ICONS[key]?.[option];
}
