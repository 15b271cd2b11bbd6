// The ids and names of what a new deck can start as. The decks themselves are in `starters.ts`.

import { t } from "../lib/i18n";

export const STARTER_IDS = [
  "pitch",
  "board",
  "kickoff",
  "lesson",
  "talk",
  "postmortem",
  "sales",
  "allhands",
] as const;
export type StarterId = (typeof STARTER_IDS)[number];
/** What a new deck can start as: empty, a starter deck, or the sample of every slide type. */
export type StartId = "blank" | StarterId | "sample";

/** A starter deck of the organization, by the id of the deck. */
export type OwnStart = `own:${string}`;

/** The name of a start. */
export function startLabel(id: StartId): string {
  return t(`decks.start.${id}`);
}
