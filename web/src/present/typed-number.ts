// A number typed to jump to a slide: digits are collected for a while, and Enter takes them.

/** Milliseconds that digits wait for the next one. */
export const WAIT = 3000;
const MOST = 4;

export type TypedNumber = { digits: string; at: number };

export const nothing: TypedNumber = { digits: "", at: 0 };

/** Adds a digit; older ones are dropped after the waiting time. */
export function typed(before: TypedNumber, digit: string, at: number): TypedNumber {
  const earlier = at - before.at < WAIT ? before.digits : "";
  return { digits: `${earlier}${digit}`.slice(-MOST), at };
}

/** The typed number; undefined where there is none, or after the waiting time. */
export function number(typed: TypedNumber, at: number): number | undefined {
  return typed.digits && at - typed.at < WAIT ? Number(typed.digits) : undefined;
}
