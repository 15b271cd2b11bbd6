// The state of a talk in session storage, so that a reload resumes it.

import type { ClockState } from "./clock";
import type { TalkPosition } from "./position";
import type { SlideTimes } from "./slide-times";

export type Mode = "here" | "screen" | "rehearse";

export type TalkState = {
  mode: Mode;
  place: TalkPosition;
  clock: ClockState;
  times: SlideTimes;
  lang: string;
  builds: boolean;
};

const keyOf = (deckId: string) => `lectern.talk.${deckId}`;

/** The stored state of a deck's talk in this window. */
export function savedTalkState(deckId: string): TalkState | undefined {
  const stored = sessionStorage.getItem(keyOf(deckId));
  return stored ? (JSON.parse(stored) as TalkState) : undefined;
}

/** Stores the state of a deck's talk. */
export function saveTalkState(deckId: string, state: TalkState) {
  sessionStorage.setItem(keyOf(deckId), JSON.stringify(state));
}

/** Removes the stored state. */
export function clearTalkState(deckId: string) {
  sessionStorage.removeItem(keyOf(deckId));
}
