// How long to wait before something is tried again: longer each time, and not all at once.

const LONGEST = 10_000;

/** Milliseconds before the given try, from 0. */
export function pauseBefore(tries: number, random: () => number = Math.random): number {
  const base = Math.min(LONGEST, 1000 * 2 ** tries);
  return base * (0.7 + 0.6 * random());
}

/** Does something again after a pause, if it is wanted then. */
export async function again(tries: number, isWanted: () => boolean, act: (tries: number) => void) {
  await aWhile(pauseBefore(tries));
  if (isWanted()) act(tries + 1);
}

/** A time, or until the network is back. */
export function aWhile(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener("online", end);
  });
}
