// The moments of a recorded rehearsal at which another slide or build step was shown.

/** `at` is in milliseconds from the start of the sound. Without a step, everything was shown. */
export type Moment = { at: number; slideId: string; step?: number };

/** A slide that was shown for less time, in milliseconds, was only skipped over. */
const MIN_DURATION = 60;
/** The maximum number of moments that the server accepts. */
const MAX_MOMENTS = 4000;

/** The moments with another one appended. A slide that was only skipped over is left out. */
export function withMoment(moments: readonly Moment[], next: Moment): readonly Moment[] {
  const last = moments.at(-1);
  if (last?.slideId === next.slideId && last.step === next.step) return moments;
  if (last && next.at - last.at < MIN_DURATION) {
    return withMoment(moments.slice(0, -1), { ...next, at: last.at });
  }
  return moments.length < MAX_MOMENTS ? [...moments, next] : moments;
}
