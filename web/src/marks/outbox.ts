// Sends marks: one request at a time and at most 20 a second. Of waiting pointers and captions, only the newest is
// sent. No stroke is lost, even without a network.

import { ApiError } from "../lib/api";
import type { Caption } from "../lib/api-types";
import type { SendMarks } from "../lib/wire";
import { retryDelay } from "../lib/retry";
import { MAX_POINTS, type Stroke } from "./strokes";

const INTERVAL = 50;
/** The maximum number of strokes in a request. */
const MAX_PARTS = 20;
/** The maximum number of strokes that a request removes. */
const MAX_REMOVED = 100;

/** A stroke that is being drawn or sent. `sent` is the number of its points that the server has. */
type OpenStroke = { slideId: string; id: string; stroke: Stroke; sent: number; done: boolean };

type OutboxListeners = {
  /** The server rejected marks. */
  refused: (refusal: ApiError) => void;
};

export class MarksOutbox {
  #pointer: { slideId: string; at: number[] } | undefined;
  #strokes = new Map<string, OpenStroke>();
  /** The slides whose strokes are to be deleted. */
  #cleared = new Set<string>();
  /** The slides of strokes to remove, by the ids of the strokes. */
  #removed = new Map<string, string>();
  /** Captions are to be switched on or off. */
  #captions: boolean | undefined;
  #caption: Caption | undefined;
  /** The slide that is shown, for captions. */
  #slideId = "";
  #isSending = false;
  #sentAt = -Infinity;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly post: (marks: SendMarks) => Promise<unknown>,
    private readonly listeners: OutboxListeners,
  ) {}

  /** Sends a position of the pointer, or that there is none: an empty list. */
  point(slideId: string, at: number[]) {
    this.#pointer = { slideId, at };
    this.#schedule();
  }

  /** Sends a stroke as far as it is drawn. */
  draw(slideId: string, id: string, { points, color }: Stroke, done: boolean) {
    const sent = this.#strokes.get(id)?.sent ?? 0;
    const stroke = { points: points.slice(0, MAX_POINTS * 2), color };
    this.#strokes.set(id, { slideId, id, stroke, sent, done });
    this.#schedule();
  }

  /** Deletes some strokes of a slide. */
  remove(slideId: string, ids: readonly string[]) {
    for (const id of ids) {
      this.#strokes.delete(id);
      this.#removed.set(id, slideId);
    }
    this.#schedule();
  }

  /** Deletes the strokes of a slide. */
  clear(slideId: string) {
    for (const [id, stroke] of this.#strokes) if (stroke.slideId === slideId) this.#strokes.delete(id);
    for (const [id, of] of this.#removed) if (of === slideId) this.#removed.delete(id);
    this.#cleared.add(slideId);
    this.#schedule();
  }

  switchCaptions(slideId: string, on: boolean) {
    this.#slideId = slideId;
    this.#captions = on;
    if (!on) this.#caption = undefined;
    this.#schedule();
  }

  caption(slideId: string, caption: Caption) {
    this.#slideId = slideId;
    this.#caption = caption;
    this.#schedule();
  }

  /** Whether a stroke is not stored yet. */
  has = (id: string): boolean => this.#strokes.has(id);

  stop() {
    clearTimeout(this.#timer);
    this.#strokes.clear();
  }

  #schedule(after = 0) {
    clearTimeout(this.#timer);
    if (this.#isSending) return;
    const wait = Math.max(after, this.#sentAt + INTERVAL - performance.now(), 0);
    this.#timer = setTimeout(() => void this.#send(), wait);
  }

  async #send() {
    const batch = this.#batch();
    if (!batch) return;
    const { body, parts } = batch;
    this.#isSending = true;
    this.#sentAt = performance.now();
    let wait = 0;
    try {
      await this.post(body);
      this.#tries = 0;
      this.#onSent(body, parts);
    } catch (fault) {
      if (fault instanceof ApiError && fault.status < 500 && fault.status !== 429) {
        this.#onSent(body, parts);
        this.listeners.refused(fault);
      } else wait = retryDelay(this.#tries++);
    }
    this.#isSending = false;
    if (this.#batch()) this.#schedule(wait);
  }

  #onSent(body: SendMarks, parts: Map<string, { count: number; done: boolean }>) {
    if (body.clear) this.#cleared.delete(body.slideId);
    for (const id of body.remove ?? []) this.#removed.delete(id);
    for (const [id, { count, done }] of parts) {
      const stroke = this.#strokes.get(id);
      if (done) this.#strokes.delete(id);
      else if (stroke) stroke.sent = count;
    }
    if (body.pointer && body.pointer === this.#pointer?.at) this.#pointer = undefined;
    if (body.captions === this.#captions) this.#captions = undefined;
    if (body.caption && body.caption === this.#caption) this.#caption = undefined;
  }

  /** The next request: the marks of one slide. */
  #batch() {
    const due = [...this.#strokes.values()].filter(
      ({ stroke, sent, done }) => done || stroke.points.length > sent * 2,
    );
    const [cleared] = this.#cleared;
    const [removed] = this.#removed.values();
    const markedSlideId = cleared ?? removed ?? due[0]?.slideId ?? this.#pointer?.slideId;
    const hasCaptions = this.#captions !== undefined || this.#caption !== undefined;
    const slideId = markedSlideId ?? (hasCaptions ? this.#slideId : undefined);
    if (!slideId) return undefined;
    const chosen = due.filter((open) => open.slideId === slideId).slice(0, MAX_PARTS);
    const parts = new Map(
      chosen.map(({ id, stroke, done }) => [id, { count: stroke.points.length / 2, done }]),
    );
    const body: SendMarks = { slideId };
    if (chosen.length) {
      body.strokes = chosen.map(({ id, stroke: { points, color }, sent, done }) =>
        done ? { id, points, color, done } : { id, from: sent, points: points.slice(sent * 2), color },
      );
    }
    if (this.#cleared.has(slideId)) body.clear = true;
    const taken = [...this.#removed].filter(([, of]) => of === slideId).map(([id]) => id);
    if (taken.length) body.remove = taken.slice(0, MAX_REMOVED);
    if (this.#pointer?.slideId === slideId) body.pointer = this.#pointer.at;
    if (this.#captions !== undefined) body.captions = this.#captions;
    if (this.#caption) body.caption = this.#caption;
    return { body, parts };
  }
}
