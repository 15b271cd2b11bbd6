// How long each slide was shown, by the clock of the talk: a pause does not count.

import type { Deck } from "./deck";

/** Stored with the talk, so that it survives a reload. Times are in milliseconds. */
export type SlideTimes = {
  /** The time of each slide, up to the moment at which the current one was shown. */
  spent: Readonly<Record<string, number>>;
  /** The elapsed time on the clock when the current slide was shown. */
  from: number;
};

/** The longest time that can be planned for a slide, in seconds. */
const MAX_PLANNED = 300;

export const noTimes: SlideTimes = { spent: {}, from: 0 };

/** The times after a slide is left while the clock shows `elapsed`. */
export function afterSlide({ spent, from }: SlideTimes, slideId: string, elapsed: number): SlideTimes {
  const time = (spent[slideId] ?? 0) + Math.max(0, elapsed - from);
  return { spent: { ...spent, [slideId]: time }, from: elapsed };
}

export type TimedSlide = { slideId: string; spent: number; planned: number | undefined };

/** The slides that were shown for at least a second, in the order of the deck. `planned` is in seconds. */
export function timed({ spent }: SlideTimes, deck: Pick<Deck, "slides">): TimedSlide[] {
  return deck.slides.flatMap(({ id, duration }) => {
    const time = spent[id] ?? 0;
    return time >= 1000 ? [{ slideId: id, spent: time, planned: duration }] : [];
  });
}

/** The seconds to plan for a time. */
export const toPlan = (ms: number) => Math.min(MAX_PLANNED, Math.max(1, Math.round(ms / 1000)));
