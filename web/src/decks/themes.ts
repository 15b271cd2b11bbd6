// The themes to choose from for a new deck.

import { api } from "../lib/api";
import type { Theme } from "../lib/api-types";

let request: Promise<Theme[]> | undefined;

/** All themes, the default one first. They are requested once; a request that failed is repeated by the next call. */
export function themes(): Promise<Theme[]> {
  request ??= api.get("/api/themes").then(({ themes }) => {
    return themes.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
  });
  request.catch(() => (request = undefined));
  return request;
}

/** The URL of a picture of a title slide with the given title in a theme. */
export function themeThumbnailUrl(id: string, title: string): string {
  return `/api/themes/${encodeURIComponent(id)}/thumb.png?${new URLSearchParams({ title, w: "320" })}`;
}
