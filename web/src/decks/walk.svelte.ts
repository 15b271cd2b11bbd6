// A card that is rested on walks through the first slides of its deck.

import type { PresentationSummary } from "../lib/api-types";
import { picture } from "./deck";

const REST = 400;
const STEP = 700;
const MOST = 5;

export class Walk {
  /** The picture to show in place of the cover. */
  shown = $state<string>();

  #deck: () => PresentationSummary;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(deck: () => PresentationSummary) {
    this.#deck = deck;
  }

  begin() {
    const deck = this.#deck();
    if (deck.match || deck.slideCount < 2) return;
    this.#timer = setTimeout(() => void this.#step(2), REST);
  }

  end() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.shown = undefined;
  }

  /** Shows a slide once it is there, so that nothing blinks. */
  async #step(number: number) {
    const deck = this.#deck();
    const timer = this.#timer;
    const image = new Image();
    image.src = picture(deck, number);
    await image.decode().catch(() => undefined);
    if (timer === undefined || this.#timer !== timer) return;
    this.shown = image.src;
    const next = number >= Math.min(MOST, deck.slideCount) ? 1 : number + 1;
    this.#timer = setTimeout(() => void this.#step(next), STEP);
  }
}
