// Small drawings for choices of form, by field and option.

import AlignCenter from "@lucide/svelte/icons/align-center";
import AlignLeft from "@lucide/svelte/icons/align-left";
import Columns from "@lucide/svelte/icons/columns-2";
import PanelLeft from "@lucide/svelte/icons/panel-left";
import PanelRight from "@lucide/svelte/icons/panel-right";
import Rows from "@lucide/svelte/icons/rows-3";
import type { Component } from "svelte";

const DRAWINGS: Record<string, Record<string, Component<{ size?: number }>>> = {
  layout: { "one-column": Rows, "two-column": Columns },
  imageSide: { left: PanelLeft, right: PanelRight },
  headerAlign: { left: AlignLeft, center: AlignCenter },
  titleBlockAlign: { left: AlignLeft, center: AlignCenter },
  quoteAlign: { left: AlignLeft, center: AlignCenter },
};

/** The drawing of an option; nothing where words say it better. */
export function drawingOf(key: string, option: string): Component<{ size?: number }> | undefined {
  return DRAWINGS[key]?.[option];
}
