// A deck being made from text: the server's job, told event by event. Nothing here is guessed.

import { api } from "../lib/api";
import { stream, type Stream } from "../lib/sse";

export type Order = { content: string; theme?: string; language?: string; vendor?: string };
export type MadeSlide = { index: number; title: string; html: string };
type Failure = { code: string; details: string; vendor: string };

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
  async begin(order: Order) {
    const { job } = await api.post<{ job: { id: string } }>("/api/ai/jobs", order);
    this.#id = job.id;
    this.#events = stream(`/api/ai/jobs/${job.id}/events`, {
      events: {
        read: ({ words }: { words: number }) => (this.words = words),
        outline: ({ count }: { count: number }) => (this.count = count),
        slide: (told: {
          index: number;
          done: number;
          slide: { title: string };
          html: string;
          css: string | null;
        }) => {
          if (told.css) this.css = told.css;
          this.last = { done: told.done, title: told.slide.title };
          const slide = { index: told.index, title: told.slide.title, html: told.html };
          const others = this.slides.filter(({ index }) => index !== told.index);
          this.slides = [...others, slide].sort((a, b) => a.index - b.index);
        },
        done: ({ presentation }: { presentation: { id: string } }) => {
          this.end();
          this.made = presentation;
        },
        failed: (failure: Failure) => {
          this.end();
          this.failure = failure;
        },
      },
    });
  }

  /** Ends the job: nothing is written. */
  async stop() {
    this.end();
    if (this.#id) await api.delete(`/api/ai/jobs/${this.#id}`).catch(() => undefined);
  }

  /** Listens no longer. */
  end() {
    this.#events?.close();
  }
}
