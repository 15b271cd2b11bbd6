// Slides whose findings depend on a change elsewhere in the deck.

import type { Deck, Slide } from "../../lib/api-types";

/** The findings of a slide depend on this many slides before it: one of them reports three slides that look alike. */
const PRECEDING = 2;

/**
 * The slides to review again after a change of the deck: all slides where the theme or a transition changed, otherwise
 * those whose preceding slides changed. An unchanged slide is the same object in both decks.
 */
export function slidesToReview(
  before: Pick<Deck, "theme" | "slides">,
  after: Pick<Deck, "theme" | "slides">,
): string[] {
  if (before.theme !== after.theme || transitions(before.slides) !== transitions(after.slides))
    return after.slides.map(({ id }) => id);
  const old = precedingSlides(before.slides);
  const isChanged = ([id, slides]: [string, Slide[]]) =>
    slides.length !== old.get(id)?.length || slides.some((slide, at) => slide !== old.get(id)?.[at]);
  return [...precedingSlides(after.slides)].filter(isChanged).map(([id]) => id);
}

/** The transitions of the slides that have their own. */
const transitions = (slides: readonly Slide[]) =>
  slides.flatMap(({ id, transition }) => (transition ? [`${id} ${transition}`] : [])).join();

/** For each slide, the slides that are presented right before it. */
function precedingSlides(slides: readonly Slide[]): Map<string, Slide[]> {
  let last: Slide[] = [];
  return new Map(
    slides.map((slide) => {
      const entry: [string, Slide[]] = [slide.id, last];
      if (!slide.visibility?.hideInPresentation) last = [...last, slide].slice(-PRECEDING);
      return entry;
    }),
  );
}
