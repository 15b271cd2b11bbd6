// The position of a talk, and where a move leads: builds first, then slides. Skipped slides are left out.

export type TalkSlide = {
  id: string;
  /** The number of build steps. */
  steps: number;
  /** Left out unless it is chosen. */
  skipped: boolean;
};

export type TalkPosition = { slideId: string; step: number };

/** The slides of a talk, as far as moving needs them. */
export type SlideSequence = { slides: readonly TalkSlide[]; builds: boolean };

/** The last step of a slide; 0 where builds are off. */
export function stepsOf({ slides, builds }: SlideSequence, slideId: string): number {
  return (builds && slides.find((slide) => slide.id === slideId)?.steps) || 0;
}

function indexOf({ slides }: SlideSequence, place: TalkPosition): number {
  return slides.findIndex((slide) => slide.id === place.slideId);
}

/** The nearest visible slide in a direction, starting after an index. */
function neighbour({ slides }: SlideSequence, from: number, by: 1 | -1): TalkSlide | undefined {
  for (let at = from + by; at >= 0 && at < slides.length; at += by) {
    if (!slides[at]?.skipped) return slides[at];
  }
  return undefined;
}

/** The next position; the same at the end. */
export function next(sequence: SlideSequence, place: TalkPosition): TalkPosition {
  if (place.step < stepsOf(sequence, place.slideId)) return { ...place, step: place.step + 1 };
  return nextSlide(sequence, place);
}

/** The previous position, on the last build of a slide; the same at the beginning. */
export function back(sequence: SlideSequence, place: TalkPosition): TalkPosition {
  const step = Math.min(place.step, stepsOf(sequence, place.slideId));
  if (step > 0) return { ...place, step: step - 1 };
  const before = neighbour(sequence, indexOf(sequence, place), -1);
  return before ? { slideId: before.id, step: stepsOf(sequence, before.id) } : place;
}

/** The next slide, whatever builds are left. */
export function nextSlide(sequence: SlideSequence, place: TalkPosition): TalkPosition {
  const after = neighbour(sequence, indexOf(sequence, place), 1);
  return after ? { slideId: after.id, step: 0 } : place;
}

/** The previous slide, at its first step. */
export function previousSlide(sequence: SlideSequence, place: TalkPosition): TalkPosition {
  const before = neighbour(sequence, indexOf(sequence, place), -1);
  return before ? { slideId: before.id, step: 0 } : { ...place, step: 0 };
}

/** The first or last visible slide. */
export function end(sequence: SlideSequence, which: "first" | "last"): TalkPosition | undefined {
  const slide =
    which === "first" ? neighbour(sequence, -1, 1) : neighbour(sequence, sequence.slides.length, -1);
  return slide && { slideId: slide.id, step: 0 };
}

/** The number on a slide, counting visible slides; undefined for skipped ones. */
export function numberOf({ slides }: SlideSequence, slideId: string): number | undefined {
  const index = slides.findIndex((slide) => slide.id === slideId);
  if (index < 0 || slides[index]?.skipped) return undefined;
  return slides.slice(0, index + 1).filter((slide) => !slide.skipped).length;
}

/** The number of visible slides. */
export function shownCount({ slides }: SlideSequence): number {
  return slides.filter((slide) => !slide.skipped).length;
}

/** The slide with a number. */
export function byNumber({ slides }: SlideSequence, number: number): TalkPosition | undefined {
  const slide = slides.filter((slide) => !slide.skipped)[number - 1];
  return slide && { slideId: slide.id, step: 0 };
}

/** The next position; undefined after the last build of the last slide. */
export function ahead(sequence: SlideSequence, place: TalkPosition): TalkPosition | undefined {
  const to = next(sequence, place);
  return to.slideId === place.slideId && to.step === place.step ? undefined : to;
}

/** The position after the deck changed: the same slide, or the one that replaced it. */
export function positionAfterChange(
  before: SlideSequence,
  after: SlideSequence,
  place: TalkPosition,
): TalkPosition | undefined {
  const here = after.slides.find((slide) => slide.id === place.slideId);
  if (here) return { slideId: here.id, step: Math.min(place.step, stepsOf(after, here.id)) };
  const index = indexOf(before, place);
  // The last slide before it that still exists.
  const known = new Set(after.slides.map((slide) => slide.id));
  const last = before.slides.slice(0, Math.max(index, 0)).findLast((slide) => known.has(slide.id));
  const from = last ? after.slides.findIndex((slide) => slide.id === last.id) : -1;
  const to = neighbour(after, from, 1) ?? neighbour(after, after.slides.length, -1);
  return to && { slideId: to.id, step: 0 };
}
