// The generation of a deck from text: a job of the server and its events.

import { api, localized } from "../lib/api";
import type { AuthorUsage, Streams, WriteDeck } from "../lib/api-types";
import { openStream, type EventStream } from "../lib/event-stream";

export type GeneratedSlide = { index: number; title: string; html: string };
type Failure = Streams["/api/ai/jobs/{id}/events"]["events"]["failed"];

export class DeckGeneration {
  words = $state<number>();
  count = $state<number>();
  /** The slide that was finished last. */
  last = $state<{ done: number; title: string }>();
  slides = $state.raw<GeneratedSlide[]>([]);
  css = $state("");
  failure = $state<Failure>();
  /** Figures on slides that the source does not have. */
  warnings = $state.raw<string[]>([]);
  /** What the vendor billed; undefined for the built-in author. */
  usage = $state.raw<AuthorUsage>();
  /** The new deck, when the job is done. */
  deck = $state<{ id: string }>();

  #id: string | undefined;
  #events: EventStream | undefined;
  /** The page no longer waits for the deck. */
  #isLeft = false;
  #isStopped = false;

  /** Starts the job. Throws where the server rejects it. */
  async begin(request: WriteDeck) {
    const { job } = await api.post("/api/ai/jobs", { body: request });
    this.#id = job.id;
    // Stopped while the server had not answered yet.
    if (this.#isStopped) return this.stop();
    if (this.#isLeft) return;
    this.#events = openStream(
      "/api/ai/jobs/{id}/events",
      { id: job.id },
      {
        events: {
          read: ({ words }) => (this.words = words),
          outline: ({ count }) => (this.count = count),
          slide: (event) => {
            if (event.css) this.css = event.css;
            this.last = { done: event.done, title: event.slide.title };
            const slide = { index: event.index, title: event.slide.title, html: event.html ?? "" };
            const others = this.slides.filter(({ index }) => index !== event.index);
            this.slides = [...others, slide].sort((a, b) => a.index - b.index);
          },
          done: ({ presentation, warnings = [], usage }) => {
            this.disconnect();
            this.warnings = warnings;
            this.usage = usage;
            this.deck = presentation;
          },
          failed: (failure) => {
            this.disconnect();
            const job = this.#id;
            void localized(failure.details, failure.code).then((details) => {
              // Another generation may have begun.
              if (job === this.#id) this.failure = { ...failure, details };
            });
          },
        },
      },
    );
  }

  /** Stops the job; no deck is created. */
  async stop() {
    this.#isStopped = true;
    this.disconnect();
    if (this.#id) await api.delete("/api/ai/jobs/{id}", { id: this.#id }).catch(() => undefined);
  }

  /** Closes the event stream. */
  disconnect() {
    this.#isLeft = true;
    this.#events?.close();
  }
}
