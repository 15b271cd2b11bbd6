// A preview that the server draws while the user edits: one request at a time, and of the waiting drafts only the
// newest.

import { ApiError } from "../../lib/api";

/** The latest drawing, and the error of the newest draft. */
export class LivePreview<Draft, Answer> {
  answer = $state.raw<Answer>();
  /** Why the newest draft cannot be drawn. The last drawing stays. */
  fault = $state.raw<unknown>();
  #ask: (draft: Draft) => Promise<Answer>;
  #waiting: { draft: Draft } | undefined;
  #busy = false;

  constructor(ask: (draft: Draft) => Promise<Answer>) {
    this.#ask = ask;
  }

  /** Draws a draft after the current request. */
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

  /** The message of the error, without the prefix that names the object. */
  get reason(): string {
    return this.fault instanceof ApiError ? this.fault.details.replace(/^(slide type|theme): /, "") : "";
  }
}
