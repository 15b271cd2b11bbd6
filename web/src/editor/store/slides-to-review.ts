// Slides whose findings depend on a change elsewhere in the deck.

import type { Deck, Slide } from "../../lib/api-types";

/** How many slides before a slide its findings depend on: three in a row may look alike. */
const BEFORE = 2;

/**
 * The slides to review again after a change of the deck: all slides where the theme or a transition changed, otherwise
 * those whose preceding slides changed. An unchanged slide is the same object in both decks.
 */
export function slidesToReview(
  before: Pick<Deck, "theme" | "slides">,
  after: Pick<Deck, "theme" | "slides">,
): string[] {
  if (before.theme !== after.theme || motion(before.slides) !== motion(after.slides))
    return after.slides.map(({ id }) => id);
  const known = neighbours(before.slides);
  const isOther = ([id, slides]: [string, Slide[]]) =>
    slides.length !== known.get(id)?.length || slides.some((slide, at) => slide !== known.get(id)?.[at]);
  return [...neighbours(after.slides)].filter(isOther).map(([id]) => id);
}

/** The transitions of the slides that have their own. */
const motion = (slides: readonly Slide[]) =>
  slides.flatMap(({ id, transition }) => (transition ? [`${id} ${transition}`] : [])).join();

/** For each slide, the slides that are presented right before it. */
function neighbours(slides: readonly Slide[]): Map<string, Slide[]> {
  let last: Slide[] = [];
  return new Map(
    slides.map((slide) => {
      const entry: [string, Slide[]] = [slide.id, last];
      if (!slide.visibility?.hideInPresentation) last = [...last, slide].slice(-BEFORE);
      return entry;
    }),
  );
}
