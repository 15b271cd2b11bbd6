// Sections of a deck: a slide that opens one, and those that follow it.

import type { Slide } from "../../lib/api-types";

/** For each slide the id of the slide that opens its section; nothing before the first. */
export function openers(
  slides: readonly Slide[],
  keyOf: (slide: Slide) => string | undefined,
): (string | undefined)[] {
  let opener: string | undefined;
  return slides.map((slide) => {
    if (keyOf(slide) === "chapter-title-slide") opener = slide.id;
    return opener;
  });
}
