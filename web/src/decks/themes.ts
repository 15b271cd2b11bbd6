// The themes to choose from for a new deck.

import { api } from "../lib/api";
import type { Theme } from "../lib/api-types";

let request: Promise<Theme[]> | undefined;
/** The version of the thumbnails of each theme. */
let versions: Record<string, string> = {};

/** All themes, the default one first. They are requested once; a request that failed is repeated by the next call. */
export function themes(): Promise<Theme[]> {
  request ??= api.get("/api/themes").then(({ themes, thumbnailVersions }) => {
    versions = thumbnailVersions;
    return themes.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
  });
  request.catch(() => (request = undefined));
  return request;
}

/** The URL of a picture of a title slide with the given title in one of the themes that were requested. */
export function themeThumbnailUrl(id: string, title: string): string {
  const query = new URLSearchParams({ title, w: "320", v: versions[id] ?? "" });
  return `/api/themes/${encodeURIComponent(id)}/thumb.png?${query.toString()}`;
}
