// Where a talk stands, and where a press leads: builds first, then slides; slides that are skipped are passed by.

export type TalkSlide = {
  id: string;
  /** How many build steps it has. */
  steps: number;
  /** Passed by unless it is chosen. */
  skipped: boolean;
};

export type Place = { slideId: string; step: number };

/** A deck as far as moving through it goes. */
export type Course = { slides: readonly TalkSlide[]; builds: boolean };

/** The last step of a slide; 0 where builds are off. */
export function stepsOf({ slides, builds }: Course, slideId: string): number {
  return (builds && slides.find((slide) => slide.id === slideId)?.steps) || 0;
}

function indexOf({ slides }: Course, place: Place): number {
  return slides.findIndex((slide) => slide.id === place.slideId);
}

/** The nearest slide in a direction that is not skipped, from an index on (itself not counted). */
function neighbour({ slides }: Course, from: number, by: 1 | -1): TalkSlide | undefined {
  for (let at = from + by; at >= 0 && at < slides.length; at += by) {
    if (!slides[at]?.skipped) return slides[at];
  }
  return undefined;
}

/** One press on. At the end it stays. */
export function next(course: Course, place: Place): Place {
  if (place.step < stepsOf(course, place.slideId)) return { ...place, step: place.step + 1 };
  return nextSlide(course, place);
}

/** One press back: it lands on the last build. At the beginning it stays. */
export function back(course: Course, place: Place): Place {
  const step = Math.min(place.step, stepsOf(course, place.slideId));
  if (step > 0) return { ...place, step: step - 1 };
  const before = neighbour(course, indexOf(course, place), -1);
  return before ? { slideId: before.id, step: stepsOf(course, before.id) } : place;
}

/** The next slide, whatever builds are left. */
export function nextSlide(course: Course, place: Place): Place {
  const after = neighbour(course, indexOf(course, place), 1);
  return after ? { slideId: after.id, step: 0 } : place;
}

/** The slide before, from its beginning. */
export function previousSlide(course: Course, place: Place): Place {
  const before = neighbour(course, indexOf(course, place), -1);
  return before ? { slideId: before.id, step: 0 } : { ...place, step: 0 };
}

/** The first slide that is shown, or the last one. */
export function end(course: Course, which: "first" | "last"): Place | undefined {
  const slide = which === "first" ? neighbour(course, -1, 1) : neighbour(course, course.slides.length, -1);
  return slide && { slideId: slide.id, step: 0 };
}

/** The number that stands on a slide: those that are shown are counted. Skipped ones have none. */
export function numberOf({ slides }: Course, slideId: string): number | undefined {
  const index = slides.findIndex((slide) => slide.id === slideId);
  if (index < 0 || slides[index]?.skipped) return undefined;
  return slides.slice(0, index + 1).filter((slide) => !slide.skipped).length;
}

/** How many slides are shown. */
export function shownCount({ slides }: Course): number {
  return slides.filter((slide) => !slide.skipped).length;
}

/** The slide with a number on it. */
export function byNumber({ slides }: Course, number: number): Place | undefined {
  const slide = slides.filter((slide) => !slide.skipped)[number - 1];
  return slide && { slideId: slide.id, step: 0 };
}

/** What comes next, for those who want to see it ahead: nothing after the last build of the last slide. */
export function ahead(course: Course, place: Place): Place | undefined {
  const to = next(course, place);
  return to.slideId === place.slideId && to.step === place.step ? undefined : to;
}

/** Where a talk stands after its deck changed: on the same slide, else on what took its place. */
export function settled(before: Course, after: Course, place: Place): Place | undefined {
  const here = after.slides.find((slide) => slide.id === place.slideId);
  if (here) return { slideId: here.id, step: Math.min(place.step, stepsOf(after, here.id)) };
  const index = indexOf(before, place);
  // Those that stood before it and are still there say how far the talk had come.
  const known = new Set(after.slides.map((slide) => slide.id));
  const last = before.slides.slice(0, Math.max(index, 0)).findLast((slide) => known.has(slide.id));
  const from = last ? after.slides.findIndex((slide) => slide.id === last.id) : -1;
  const to = neighbour(after, from, 1) ?? neighbour(after, after.slides.length, -1);
  return to && { slideId: to.id, step: 0 };
}
