// Shows the first slides of a deck on its card while the pointer rests on it.

import type { DeckSummary } from "../lib/api-types";
import { thumbnailUrl } from "./deck-summary";

const START_DELAY = 400;
const SLIDE_DURATION = 700;
const MAX_SLIDES = 5;

/** Calls `show` with the URL of one slide after the other. Returns a function that ends the slide show. */
export function startSlideshow(deck: DeckSummary, show: (url: string) => void): () => void {
  if (deck.match || deck.slideCount < 2) return () => undefined;
  let isOver = false;

  /** Shows a slide after its picture was decoded, so that nothing flickers. */
  async function step(number: number) {
    const image = new Image();
    image.src = thumbnailUrl(deck, number);
    await image.decode().catch(() => undefined);
    if (isOver) return;
    show(image.src);
    const next = number >= Math.min(MAX_SLIDES, deck.slideCount) ? 1 : number + 1;
    timer = setTimeout(() => void step(next), SLIDE_DURATION);
  }

  let timer = setTimeout(() => void step(2), START_DELAY);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
