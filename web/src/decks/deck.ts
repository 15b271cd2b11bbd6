// A deck as lists show it, and where its pictures are.

import type { PresentationSummary } from "../lib/api-types";

type Deck = Pick<PresentationSummary, "id" | "revision" | "slideCount" | "match">;

/** How wide pictures are asked for: twice the narrowest card is more than a list needs. */
const WIDTH = 480;

/** The picture of a slide by its number. The revision makes a changed deck a new address. */
export function picture(deck: Pick<Deck, "id" | "revision">, number = 1): string {
  return `/api/presentations/${encodeURIComponent(deck.id)}/thumb.png?n=${number}&w=${WIDTH}&r=${deck.revision}`;
}

/** What a card shows first: the slide that was searched for, or the first. */
export function cover(deck: Deck): string | undefined {
  if (!deck.slideCount) return undefined;
  return picture(deck, deck.match?.number ?? 1);
}

/** The picture of a deck in the trash. */
export function trashedCover(deck: Deck): string | undefined {
  if (!deck.slideCount) return undefined;
  return `/api/presentations/trash/${encodeURIComponent(deck.id)}/thumb.png?w=160&r=${deck.revision}`;
}

/** What somebody is called: the name, else what stands before the @. */
export function called(name: string | undefined, email: string): string {
  return name || (email.split("@")[0] ?? "");
}

/** Whether this person may move a deck to the trash. */
export function mayTrash(deck: Pick<PresentationSummary, "permission">): boolean {
  return deck.permission === "owner";
}

/** Whether this person may present it. */
export function mayPresent(deck: Pick<PresentationSummary, "permission">): boolean {
  return ["owner", "manage", "edit"].includes(deck.permission);
}
