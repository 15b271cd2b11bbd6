// Something the server draws while it is being made: one request at a time, the newest waits, older answers are dropped.

import { ApiError } from "../../lib/api";

/** The latest drawing, and what is wrong with the newest draft. */
export class Drawn<Draft, Answer> {
  answer = $state.raw<Answer>();
  /** The newest draft cannot be drawn: why, in the server's words. The last drawing stays. */
  fault = $state.raw<unknown>();
  #ask: (draft: Draft) => Promise<Answer>;
  #waiting: { draft: Draft } | undefined;
  #busy = false;

  constructor(ask: (draft: Draft) => Promise<Answer>) {
    this.#ask = ask;
  }

  /** Draws a draft as soon as the one before is done. */
  draw(draft: Draft) {
    this.#waiting = { draft };
    if (!this.#busy) void this.#work();
  }

  async #work() {
    this.#busy = true;
    while (this.#waiting) {
      const { draft } = this.#waiting;
      this.#waiting = undefined;
      try {
        const answer = await this.#ask(draft);
        [this.answer, this.fault] = [answer, undefined];
      } catch (fault) {
        if (!this.#waiting) this.fault = fault;
      }
    }
    this.#busy = false;
  }

  /** What a refusal says, without the part that names where it was found. */
  get why(): string {
    return this.fault instanceof ApiError ? this.fault.details.replace(/^(slide type|theme): /, "") : "";
  }
}
