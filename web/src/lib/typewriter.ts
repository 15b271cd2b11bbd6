// Reveals text letter by letter. The lines are already broken, so each is uncovered from its start: nothing moves, and
// screen readers have the whole text at once.

/** Milliseconds per letter. */
const PER_LETTER = 22;
/** The maximum duration in milliseconds. */
const MAX_TOTAL = 1600;

const LINES = ".l";

/** The delay and duration of each line. */
export function lineTimings(letters: readonly number[]): { delay: number; duration: number }[] {
  const total = letters.reduce((sum, count) => sum + count, 0);
  const letter = Math.min(PER_LETTER, MAX_TOTAL / Math.max(1, total));
  let delay = 0;
  return letters.map((count) => {
    const timing = { delay, duration: count * letter };
    delay += timing.duration;
    return timing;
  });
}

/** Reveals the lines of some elements one after the other, unless the user prefers reduced motion. */
export function typeOut(parts: Iterable<Element>) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const lines = [...parts].flatMap((part) =>
    part.matches(LINES) ? [part] : [...part.querySelectorAll(LINES)],
  );
  const letters = lines.map((line) => line.textContent.length);
  for (const [at, { delay, duration }] of lineTimings(letters).entries()) {
    const line = lines[at];
    if (!line || !duration) continue;
    const isRightToLeft = getComputedStyle(line).direction === "rtl";
    // Space for accents, descenders and slanted letters outside the line.
    const covered = isRightToLeft ? "inset(-20% -5% -20% 100%)" : "inset(-20% 100% -20% -5%)";
    line.animate([{ clipPath: covered }, { clipPath: "inset(-20% -5% -20% -5%)" }], {
      delay,
      duration,
      easing: `steps(${String(letters[at])})`,
      fill: "backwards",
    });
  }
}
