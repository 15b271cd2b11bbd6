// How long to wait before something is tried again: longer each time, and not all at once.

const LONGEST = 10_000;

/** Milliseconds before the given try, from 0. */
export function pauseBefore(tries: number, random: () => number = Math.random): number {
  const base = Math.min(LONGEST, 1000 * 2 ** tries);
  return base * (0.7 + 0.6 * random());
}
