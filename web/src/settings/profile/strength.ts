// The strength of a password. There are no rules about characters: length and variety count.

export const MIN_LENGTH = 8;

export type Strength = "short" | "weak" | "fair" | "strong";

/** The beginnings of passwords that are guessed first. */
const GUESSED = /^(password|wachtwoord|welkom|welcome|qwerty|azerty|letmein|lectern|admin)/i;
/** Repetitions of one character, and sequences. */
const RUN = /^(?:(.)\1*|0?123456789?0?|abcdefgh\w*)$/i;

/** The strength of a password. */
export function strength(password: string): Strength {
  const letters = [...password];
  if (letters.length < MIN_LENGTH) return "short";
  const variety = new Set(letters.map((letter) => letter.toLowerCase())).size;
  if (RUN.test(password) || variety < 5 || (GUESSED.test(password) && letters.length < 14)) return "weak";
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) =>
    kind.test(password),
  ).length;
  const bits = letters.length * (2.6 + 0.4 * kinds);
  if (bits >= 55 && variety >= 8) return "strong";
  return bits >= 36 ? "fair" : "weak";
}
