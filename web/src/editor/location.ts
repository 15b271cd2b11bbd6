// The slide, panel and language in the address of the editor, for links and the back button.

import type { PanelName } from "./panel-types";

const PANELS: readonly PanelName[] = [
  "slide",
  "deck",
  "comments",
  "translate",
  "share",
  "history",
  "assist",
  "powerpoint",
  "export",
];
/** Navigation steps within this time share a history entry. */
const MERGE_WITHIN = 1000;

export interface EditorLocation {
  slideId: string | null;
  panel: PanelName | null;
  lang: string | null;
  field: string | null;
}

export function parseLocation(search: string): EditorLocation {
  const query = new URLSearchParams(search);
  const panel = query.get("panel") as PanelName | null;
  return {
    slideId: query.get("slideId"),
    panel: panel && PANELS.includes(panel) ? panel : null,
    lang: query.get("lang"),
    field: query.get("field"),
  };
}

/** The query string. Defaults are left out. */
export function toSearch({ slideId, panel, lang, field }: EditorLocation): string {
  const query = new URLSearchParams();
  if (slideId) query.set("slideId", slideId);
  if (panel && panel !== "slide") query.set("panel", panel);
  if (lang) query.set("lang", lang);
  if (field) query.set("field", field);
  const text = query.toString();
  return text ? `?${text}` : "";
}

/** The part of the editor that an address sets. */
interface Located {
  readonly deck: { language: string };
  readonly slide: { id: string } | undefined;
  select(slideId: string): void;
  showLanguage(language: string): void;
  openPanel(name: PanelName): void;
  closePanel(): void;
  editField(field: string, caret: "all"): void;
}

/** Shows what the address names. Without a language, that is the main one. */
export function showLocation(store: Located) {
  const place = parseLocation(location.search);
  store.showLanguage(place.lang ?? store.deck.language);
  if (place.slideId && place.slideId !== store.slide?.id) store.select(place.slideId);
  if (place.panel) store.openPanel(place.panel);
  else store.closePanel();
  if (place.field) store.editField(place.field, "all");
}

let last = 0;

/**
 * Writes the location into the address. The first one replaces the history entry, and so does a move from slide to
 * slide soon after another one. A panel that opens or closes always has an entry, however soon: going back opens it
 * again.
 */
export function writeLocation(place: EditorLocation, first: boolean) {
  const search = toSearch(place);
  if (search === location.search) return;
  const now = Date.now();
  const isOtherPanel = (place.panel ?? "slide") !== (parseLocation(location.search).panel ?? "slide");
  const replaces = first || (!isOtherPanel && now - last < MERGE_WITHIN);
  last = now;
  history[replaces ? "replaceState" : "pushState"](null, "", location.pathname + search + location.hash);
}
