// Where a talk stands, kept so that a reload in the middle of it finds it again.

import type { ClockState } from "./clock";
import type { Place } from "./position";

export type Mode = "here" | "screen" | "rehearse";

export type Standing = {
  mode: Mode;
  place: Place;
  clock: ClockState;
  lang: string;
  builds: boolean;
};

const keyOf = (deckId: string) => `lectern.talk.${deckId}`;

/** Where the talk of a deck stood in this window. */
export function standing(deckId: string): Standing | undefined {
  const kept = sessionStorage.getItem(keyOf(deckId));
  return kept ? (JSON.parse(kept) as Standing) : undefined;
}

export function remember(deckId: string, standing: Standing) {
  sessionStorage.setItem(keyOf(deckId), JSON.stringify(standing));
}

/** The talk is over. */
export function forgetStanding(deckId: string) {
  sessionStorage.removeItem(keyOf(deckId));
}
