// Sections of a deck: a chapter title slide and the slides after it.

import type { Slide } from "../../lib/api-types";

/** The id of the slide that opens the section of each slide; undefined before the first section. */
export function sectionOpeners(
  slides: readonly Slide[],
  keyOf: (slide: Slide) => string | undefined,
): (string | undefined)[] {
  let opener: string | undefined;
  return slides.map((slide) => {
    if (keyOf(slide) === "chapter-title-slide") opener = slide.id;
    return opener;
  });
}
