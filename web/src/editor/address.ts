// The address says which slide, panel and language are shown, so that a link and the back button find them.

import type { PanelName } from "./seam";

const PANELS: readonly PanelName[] = ["slide", "deck", "comments", "translate", "share", "history", "assist"];
/** Steps in quick succession are one navigation. */
const RUN = 1000;

export interface Place {
  slideId: string | null;
  panel: PanelName | null;
  lang: string | null;
  field: string | null;
}

export function placeOf(search: string): Place {
  const query = new URLSearchParams(search);
  const panel = query.get("panel") as PanelName | null;
  return {
    slideId: query.get("slideId"),
    panel: panel && PANELS.includes(panel) ? panel : null,
    lang: query.get("lang"),
    field: query.get("field"),
  };
}

/** The query of a place; what is left to itself is left out. */
export function searchOf({ slideId, panel, lang, field }: Place): string {
  const query = new URLSearchParams();
  if (slideId) query.set("slideId", slideId);
  if (panel && panel !== "slide") query.set("panel", panel);
  if (lang) query.set("lang", lang);
  if (field) query.set("field", field);
  const text = query.toString();
  return text ? `?${text}` : "";
}

let last = 0;

/** Writes the place into the address; the first one, and those in a run, replace what was there. */
export function goTo(place: Place, first: boolean) {
  const search = searchOf(place);
  if (search === location.search) return;
  const now = Date.now();
  const replaces = first || now - last < RUN;
  last = now;
  history[replaces ? "replaceState" : "pushState"](null, "", location.pathname + search + location.hash);
}
