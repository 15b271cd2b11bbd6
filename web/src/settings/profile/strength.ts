// How hard a password is to guess, in words. No rules about signs: length and variety count.

export const LEAST = 8;

export type Strength = "short" | "weak" | "fair" | "strong";

/** Words that come first in every list of guesses. */
const GUESSED = /^(password|wachtwoord|welkom|welcome|qwerty|azerty|letmein|lectern|admin)/i;
const RUN = /^(?:(.)\1*|0?123456789?0?|abcdefgh\w*)$/i;

/** How strong a password is. */
export function strength(password: string): Strength {
  const letters = [...password];
  if (letters.length < LEAST) return "short";
  const variety = new Set(letters.map((letter) => letter.toLowerCase())).size;
  if (RUN.test(password) || variety < 5 || (GUESSED.test(password) && letters.length < 14)) return "weak";
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) =>
    kind.test(password),
  ).length;
  const bits = letters.length * (2.6 + 0.4 * kinds);
  if (bits >= 55 && variety >= 8) return "strong";
  return bits >= 36 ? "fair" : "weak";
}
