// Sections of a deck: a slide that opens a section and the slides after it.

import type { Slide } from "../../lib/api-types";
import type { SlideType } from "../panel-types";

/** What sections depend on in the type of a slide; undefined for a slide of an unknown type. */
export type TypeOf = (slide: Slide) => Pick<SlideType, "key" | "deckRole"> | undefined;

/** Whether a slide opens a section, which its title names. */
export const opensSection = (slide: Slide, typeOf: TypeOf) => typeOf(slide)?.deckRole === "section";

/** The id of the slide that opens the section of each slide; undefined before the first section. */
export function sectionOpeners(slides: readonly Slide[], typeOf: TypeOf): (string | undefined)[] {
  let opener: string | undefined;
  return slides.map((slide) => {
    if (opensSection(slide, typeOf)) opener = slide.id;
    return opener;
  });
}
