// The themes a new deck can have.

import { api } from "../lib/api";
import type { Theme } from "../lib/api-types";

let asked: Promise<Theme[]> | undefined;

/** All themes, the usual one first. */
export function themes(): Promise<Theme[]> {
  asked ??= api.get("/api/themes").then(({ themes }) => {
    return themes.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
  });
  asked.catch(() => (asked = undefined));
  return asked;
}

/** A theme's title slide with these words. */
export function themePicture(id: string, title: string): string {
  return `/api/themes/${encodeURIComponent(id)}/thumb.png?${new URLSearchParams({ title, w: "320" })}`;
}
