// Computes growing, jittered delays between retries.

const MAX_DELAY = 10_000;

/** Milliseconds before a retry, counted from 0. */
export function retryDelay(tries: number, random: () => number = Math.random): number {
  const base = Math.min(MAX_DELAY, 1000 * 2 ** tries);
  return base * (0.7 + 0.6 * random());
}

/** Retries after a delay, if it is still needed. */
export async function retryLater(tries: number, isNeeded: () => boolean, act: (tries: number) => void) {
  await delayOrOnline(retryDelay(tries));
  if (isNeeded()) act(tries + 1);
}

/** Resolves after a time, or when the network is back. */
export function delayOrOnline(milliseconds: number): Promise<void> {
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
