// URLs, names and rights of a deck in a list.

import type { DeckSummary } from "../lib/api-types";

/** The data type of a dragged card, whose data is the id of its deck. */
export const DRAGGED_DECK = "application/x-lectern-deck";

type Deck = Pick<DeckSummary, "id" | "revision" | "slideCount" | "match" | "thumbnailVersion">;

/** The width of thumbnails in pixels. */
const WIDTH = 480;

/** The thumbnail of a slide by its number. With the version, the browser requests a picture only when it changed. */
export function thumbnailUrl(deck: Pick<Deck, "id" | "revision" | "thumbnailVersion">, number = 1): string {
  const version = deck.thumbnailVersion ?? deck.revision;
  return `/api/presentations/${encodeURIComponent(deck.id)}/thumb.png?n=${number}&w=${WIDTH}&v=${version}`;
}

/** The thumbnail of the first slide, of which the hash is known. */
export function hashedThumbnailUrl({ id, cover }: { id: string; cover?: string | undefined }): string {
  return `/api/presentations/${encodeURIComponent(id)}/thumb.png?w=${WIDTH}&h=${cover ?? ""}`;
}

/** The thumbnail of a card: the slide that a search found, or the first. */
export function coverUrl(deck: Deck): string | undefined {
  if (!deck.slideCount) return undefined;
  return thumbnailUrl(deck, deck.match?.number ?? 1);
}

/** The thumbnail of a deck in the trash. */
export function trashedCoverUrl(deck: Deck): string | undefined {
  if (!deck.slideCount) return undefined;
  return `/api/presentations/trash/${encodeURIComponent(deck.id)}/thumb.png?w=160&v=${deck.thumbnailVersion ?? ""}`;
}

/** The name of a user, or the part of their address before the @. */
export function displayName(name: string | undefined, email: string): string {
  return name || (email.split("@")[0] ?? "");
}

/** Whether the user may move a deck to the trash. */
export function mayTrash(deck: Pick<DeckSummary, "permission">): boolean {
  return deck.permission === "owner";
}

/** Whether the user may present a deck. */
export function mayPresent(deck: Pick<DeckSummary, "permission">): boolean {
  const allowed: DeckSummary["permission"][] = ["owner", "admin", "edit"];
  return allowed.includes(deck.permission);
}
