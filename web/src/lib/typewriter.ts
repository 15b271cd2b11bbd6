// Text that comes letter by letter. The server has broken the lines already: each is uncovered from where it begins, so
// nothing moves and a screen reader has the whole of it at once.

/** Milliseconds a letter. */
const LETTER = 22;
/** However much there is, it is there after this. */
const MOST = 1600;

const LINES = ".l";

/** How long each of some lines takes, and after how long it begins. */
export function beats(letters: readonly number[]): { delay: number; duration: number }[] {
  const all = letters.reduce((sum, count) => sum + count, 0);
  const letter = Math.min(LETTER, MOST / Math.max(1, all));
  let delay = 0;
  return letters.map((count) => {
    const beat = { delay, duration: count * letter };
    delay += beat.duration;
    return beat;
  });
}

/** Types out the lines of some parts, one after the other. Not for those who asked for calm. */
export function typeOut(parts: Iterable<Element>) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const lines = [...parts].flatMap((part) =>
    part.matches(LINES) ? [part] : [...part.querySelectorAll(LINES)],
  );
  const letters = lines.map((line) => line.textContent.length);
  for (const [at, { delay, duration }] of beats(letters).entries()) {
    const line = lines[at];
    if (!line || !duration) continue;
    const isRightToLeft = getComputedStyle(line).direction === "rtl";
    // Room for what reaches out of a line: accents, tails, a slanted last letter.
    const covered = isRightToLeft ? "inset(-20% -5% -20% 100%)" : "inset(-20% 100% -20% -5%)";
    line.animate([{ clipPath: covered }, { clipPath: "inset(-20% -5% -20% -5%)" }], {
      delay,
      duration,
      easing: `steps(${String(letters[at])})`,
      fill: "backwards",
    });
  }
}
