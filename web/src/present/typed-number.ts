// A number typed to jump to a slide: digits are collected for a while, and Enter takes them.

/** Digits are dropped after this time without another one, in milliseconds. */
export const TIMEOUT = 3000;
const MAX_DIGITS = 4;

export type TypedNumber = { digits: string; at: number };

export const noDigits: TypedNumber = { digits: "", at: 0 };

/** Adds a digit. Older digits are dropped after the time limit. */
export function withDigit(before: TypedNumber, digit: string, at: number): TypedNumber {
  const earlier = at - before.at < TIMEOUT ? before.digits : "";
  return { digits: `${earlier}${digit}`.slice(-MAX_DIGITS), at };
}

/** The typed number; undefined without digits, or after the time limit. */
export function numberOf(typed: TypedNumber, at: number): number | undefined {
  return typed.digits && at - typed.at < TIMEOUT ? Number(typed.digits) : undefined;
}
