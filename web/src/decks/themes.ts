// The themes of a new deck.

import { api } from "../lib/api";
import type { Theme } from "../lib/api-types";

let request: Promise<Theme[]> | undefined;

/** All themes, the default one first. */
export function themes(): Promise<Theme[]> {
  request ??= api.get("/api/themes").then(({ themes }) => {
    return themes.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
  });
  request.catch(() => (request = undefined));
  return request;
}

/** The URL of a theme's title slide with a title. */
export function themeThumbnailUrl(id: string, title: string): string {
  return `/api/themes/${encodeURIComponent(id)}/thumb.png?${new URLSearchParams({ title, w: "320" })}`;
}
