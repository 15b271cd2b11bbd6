// A preview that the server draws while the user edits: one request at a time, and of the waiting drafts only the
// newest.

import { ApiError, localized } from "../../lib/api";

/** The latest drawing, and the error of the newest draft. */
export class LivePreview<Draft, Answer> {
  answer = $state.raw<Answer>();
  /** Why the newest draft cannot be drawn. The last drawing stays. */
  fault = $state.raw<unknown>();
  /** The details of the server's error, without the prefix that names the object; empty without details. */
  reason = $state("");
  #request: (draft: Draft) => Promise<Answer>;
  #waiting: { draft: Draft } | undefined;
  #busy = false;

  constructor(request: (draft: Draft) => Promise<Answer>) {
    this.#request = request;
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
        const answer = await this.#request(draft);
        [this.answer, this.fault] = [answer, undefined];
      } catch (fault) {
        const reason = await reasonOf(fault);
        if (!this.#waiting) [this.fault, this.reason] = [fault, reason];
      }
    }
    this.#busy = false;
  }
}

async function reasonOf(fault: unknown): Promise<string> {
  if (!(fault instanceof ApiError)) return "";
  const { details } = (fault.body ?? {}) as { details?: unknown };
  const text = typeof details === "string" ? details : "";
  return localized(text.replace(/^(slide type|theme): /, ""), fault.code);
}
