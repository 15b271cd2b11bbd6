// A number typed to jump to a slide: digits gather for a while, Enter takes them.

/** How long digits wait for the next one. */
export const WAIT = 3000;
const MOST = 4;

export type Typed = { digits: string; at: number };

export const nothing: Typed = { digits: "", at: 0 };

/** One more digit; what was typed too long ago is forgotten. */
export function typed(before: Typed, digit: string, at: number): Typed {
  const kept = at - before.at < WAIT ? before.digits : "";
  return { digits: `${kept}${digit}`.slice(-MOST), at };
}

/** The number that stands there now; nothing when there is none, or it waited too long. */
export function number(typed: Typed, at: number): number | undefined {
  return typed.digits && at - typed.at < WAIT ? Number(typed.digits) : undefined;
}
