// A deck being made from text: the server's job, told event by event. Nothing here is guessed.

import { api } from "../lib/api";
import type { JobRequest, Streams } from "../lib/api-types";
import { stream, type Stream } from "../lib/sse";

export type MadeSlide = { index: number; title: string; html: string };
type Failure = Streams["/api/ai/jobs/{id}/events"]["events"]["failed"];

export class Making {
  words = $state<number>();
  count = $state<number>();
  /** The slide that was finished last, for the line that tells of it. */
  last = $state<{ done: number; title: string }>();
  slides = $state.raw<MadeSlide[]>([]);
  css = $state("");
  failure = $state<Failure>();
  /** The deck, when it is there. */
  made = $state<{ id: string }>();

  #id: string | undefined;
  #events: Stream | undefined;

  /** Orders a deck; throws what the server refuses at once. */
  async begin(request: JobRequest) {
    const { job } = await api.post("/api/ai/jobs", { body: request });
    this.#id = job.id;
    this.#events = stream(
      "/api/ai/jobs/{id}/events",
      { id: job.id },
      {
        events: {
          read: ({ words }) => (this.words = words),
          outline: ({ count }) => (this.count = count),
          slide: (told) => {
            if (told.css) this.css = told.css;
            this.last = { done: told.done, title: told.slide.title };
            const slide = { index: told.index, title: told.slide.title, html: told.html ?? "" };
            const others = this.slides.filter(({ index }) => index !== told.index);
            this.slides = [...others, slide].sort((a, b) => a.index - b.index);
          },
          done: ({ presentation }) => {
            this.end();
            this.made = presentation;
          },
          failed: (failure) => {
            this.end();
            this.failure = failure;
          },
        },
      },
    );
  }

  /** Ends the job: nothing is written. */
  async stop() {
    this.end();
    if (this.#id) await api.delete("/api/ai/jobs/{id}", { id: this.#id }).catch(() => undefined);
  }

  /** Listens no longer. */
  end() {
    this.#events?.close();
  }
}
