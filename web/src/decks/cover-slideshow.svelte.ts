// Shows the first slides of a deck on its card while the pointer rests on it.

import type { DeckSummary } from "../lib/api-types";
import { thumbnailUrl } from "./deck-summary";

const START_DELAY = 400;
const SLIDE_DURATION = 700;
const MAX_SLIDES = 5;

export class CoverSlideshow {
  /** The URL of the slide that replaces the cover. */
  shown = $state<string>();

  #deck: () => DeckSummary;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(deck: () => DeckSummary) {
    this.#deck = deck;
  }

  start() {
    const deck = this.#deck();
    if (deck.match || deck.slideCount < 2) return;
    this.#timer = setTimeout(() => void this.#step(2), START_DELAY);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.shown = undefined;
  }

  /** Shows a slide after its picture was decoded, so that nothing flickers. */
  async #step(number: number) {
    const deck = this.#deck();
    const timer = this.#timer;
    const image = new Image();
    image.src = thumbnailUrl(deck, number);
    await image.decode().catch(() => undefined);
    if (timer === undefined || this.#timer !== timer) return;
    this.shown = image.src;
    const next = number >= Math.min(MAX_SLIDES, deck.slideCount) ? 1 : number + 1;
    this.#timer = setTimeout(() => void this.#step(next), SLIDE_DURATION);
  }
}
