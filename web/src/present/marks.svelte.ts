// The speaker's marks: pointer, pen and captions. They are shown in the windows of this device at once, also without a
// network, and sent to the audience.

import type { ApiError } from "../lib/api";
import type { Caption, InkColor, MarksNotice, SlideMarks, StrokePart } from "../lib/api-types";
import { t } from "../lib/i18n";
import { newId } from "../lib/ids";
import { MarksOutbox } from "../marks/outbox";
import { marksStream, type MarksStream } from "../marks/stream";
import { nextInk } from "../marks/ink";
import { MAX_POINTS, MIN_DISTANCE, Strokes, nextPartOf, unitsOf, type Stroke } from "../marks/strokes";
import { canRecogniseSpeech, recogniseSpeech, type SpeechFailure } from "./captions";
import type { Point } from "./channel";
import type { Pill } from "./pill";
import * as live from "./session";

/** What marks need of the talk. */
export interface MarkedTalk {
  readonly place: { slideId: string };
  readonly lang: string;
  readonly windows: {
    point(at: Point | undefined): void;
    mark(marks: SlideMarks): void;
    caption(caption: Caption): void;
  };
  showPill(pill: Pill, ms?: number): void;
}

/** How long the server may still return own pointers, in milliseconds. */
const ECHO = 1500;
/** Milliseconds between two captions that are sent. */
const CAPTION_INTERVAL = 250;
/** Milliseconds after which the page repeats that captions are on. */
const CAPTIONS_BEAT = 20_000;
/** The key in session storage that is set once the speaker has agreed to captions. */
const AGREED_KEY = "lectern.captions";

export class SpeakerMarks {
  penOn = $state(false);
  ink = $state<InkColor>("red");
  /** The current slide has strokes. */
  drawn = $state(false);
  /** The last line, or the erasing of a drawing, can be undone. */
  canUndo = $state(false);
  captionsOn = $state(false);
  /** Whether the dialog that explains captions is shown, before the first one. */
  asksForCaptions = $state(false);
  readonly canCaption = canRecogniseSpeech();

  readonly #strokes = new Strokes();
  /** Ids of strokes that were drawn here: they are shown before the server sends them back. */
  readonly #own = new Set<string>();
  /** Ids of strokes that were undone here. Parts of them may still arrive. */
  readonly #undone = new Set<string>();
  /** The strokes of slides that were erased last. */
  readonly #erased = new Map<string, Map<string, Stroke>>();
  #outbox: MarksOutbox | undefined;
  #stream: MarksStream | undefined;
  #drawing: { id: string; slideId: string; stroke: Stroke } | undefined;
  #pointedAt = -Infinity;
  #stopSpeech: (() => void) | undefined;
  #caption: Caption | undefined;
  #captionTimer: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly talk: MarkedTalk) {}

  /** Sends marks to a session from now on. */
  begin(sessionId: string) {
    this.#outbox?.stop();
    this.#stream?.close();
    this.#outbox = new MarksOutbox((marks) => live.mark(sessionId, marks), {
      refused: (refusal) => this.#onRefused(refusal),
    });
    this.#stream = marksStream(sessionId, {
      marks: (marks) => this.#receive(marks),
      caption: (caption) => this.captionsOn || this.talk.windows.caption(caption),
    });
    // What was drawn before there was a session.
    for (const slideId of this.#strokes.slideIds) {
      for (const [id, stroke] of this.#strokes.of(slideId)) this.#outbox.draw(slideId, id, stroke, true);
    }
    if (this.captionsOn) this.#outbox.switchCaptions(this.talk.place.slideId, true);
  }

  /** Handles the notice that the session has marks, of this page or of a phone. */
  noticed(notice: MarksNotice) {
    this.#stream?.notice(notice, true);
  }

  /** Applies marks of others; own ones are shown already. */
  #receive(marks: SlideMarks) {
    const { slideId, reset } = marks;
    const isUnsent = (id: string) => this.#outbox?.has(id) === true || this.#drawing?.id === id;
    const known = this.#strokes.of(slideId);
    const isNew = ({ id, points, done }: StrokePart) =>
      done ? !isUnsent(id) && known.get(id)?.points.length !== points.length : !this.#own.has(id);
    const strokes = marks.strokes.filter((part) => !this.#undone.has(part.id) && (reset || isNew(part)));
    this.#strokes.apply({ slideId, reset, strokes }, isUnsent);
    const shown = reset ? this.#strokes.whole(slideId) : { slideId, reset, strokes };
    const isEcho = performance.now() - this.#pointedAt < ECHO;
    const pointer = isEcho ? undefined : marks.pointer;
    if (reset || strokes.length || pointer) this.talk.windows.mark(pointer ? { ...shown, pointer } : shown);
    this.slideChanged();
  }

  #onRefused(refusal: ApiError) {
    const isFull = refusal.code === "limit_exceeded";
    this.talk.showPill({ text: t(isFull ? "present.pen.full" : "common.failed"), tone: "warn" });
  }

  /** Updates what can be undone or erased, after another slide or other strokes are shown. */
  slideChanged() {
    const { slideId } = this.talk.place;
    this.drawn = this.#strokes.of(slideId).size > 0;
    this.canUndo = this.drawn || this.#erased.has(slideId);
  }

  /** Sends all strokes to the windows, after one was opened. */
  refresh() {
    for (const slideId of this.#strokes.slideIds) this.talk.windows.mark(this.#strokes.whole(slideId));
    if (this.#caption) this.talk.windows.caption(this.#caption);
  }

  /** The pointer moved. */
  pointed(at: Point | undefined) {
    this.#pointedAt = performance.now();
    this.#outbox?.point(this.talk.place.slideId, at ? unitsOf(at) : []);
  }

  // The pen

  penDown(at: Point) {
    const stroke = { points: unitsOf(at), color: this.ink };
    this.#drawing = { id: newId(), slideId: this.talk.place.slideId, stroke };
    this.#draw(false);
  }

  penMove(at: Point) {
    const drawing = this.#drawing;
    if (!drawing) return;
    const next = unitsOf(at);
    const { points, color } = drawing.stroke;
    const [x = 0, y = 0] = points.slice(-2);
    if (Math.hypot(next[0] - x, next[1] - y) < MIN_DISTANCE) return;
    points.push(...next);
    if (points.length < MAX_POINTS * 2) return this.#draw(false);
    // A long line goes on as another stroke.
    this.penUp();
    this.#drawing = { id: nextPartOf(drawing.id), slideId: drawing.slideId, stroke: { points: next, color } };
  }

  penUp() {
    if (!this.#drawing) return;
    this.#draw(true);
    this.#drawing = undefined;
  }

  #draw(done: boolean) {
    if (!this.#drawing) return;
    const { id, slideId, stroke } = this.#drawing;
    const points = [...stroke.points];
    this.#erased.delete(slideId);
    this.#put(slideId, id, { ...stroke, points }, done);
  }

  /** Puts a stroke on a slide, as far as it is drawn. */
  #put(slideId: string, id: string, stroke: Stroke, done: boolean) {
    this.#own.add(id);
    const marks: SlideMarks = { slideId, reset: false, strokes: [{ id, from: 0, ...stroke, done }] };
    this.#outbox?.draw(slideId, id, stroke, done);
    this.#strokes.apply(marks);
    this.talk.windows.mark(marks);
    this.slideChanged();
  }

  /** Takes the next colour for the pen. */
  nextInk() {
    this.ink = nextInk(this.ink);
  }

  /** Removes the last line of the current slide, or restores its erased drawing. */
  undo() {
    const { slideId } = this.talk.place;
    const erased = this.#erased.get(slideId);
    if (this.#drawing) this.penUp();
    if (erased) {
      this.#erased.delete(slideId);
      for (const [id, stroke] of erased) this.#put(slideId, id, stroke, true);
      return;
    }
    const ids = this.#strokes.takeLastLine(slideId);
    if (!ids.length) return;
    for (const id of ids) this.#undone.add(id);
    this.#outbox?.remove(slideId, ids);
    this.talk.windows.mark(this.#strokes.whole(slideId));
    this.slideChanged();
  }

  /** Removes the strokes of the current slide. */
  erase() {
    const { slideId } = this.talk.place;
    if (this.#drawing) this.penUp();
    const erased = this.#strokes.of(slideId);
    if (!erased.size) return;
    this.#erased.set(slideId, erased);
    this.#outbox?.clear(slideId);
    const marks: SlideMarks = { slideId, reset: true, strokes: [] };
    this.#strokes.apply(marks);
    this.talk.windows.mark(marks);
    this.slideChanged();
  }

  // Captions

  toggleCaptions() {
    if (this.captionsOn) return this.stopCaptions();
    if (!this.canCaption || !sessionStorage.getItem(AGREED_KEY)) this.asksForCaptions = true;
    else this.startCaptions();
  }

  startCaptions() {
    sessionStorage.setItem(AGREED_KEY, "1");
    this.asksForCaptions = false;
    if (this.captionsOn) return;
    this.captionsOn = true;
    const beat = () => this.#outbox?.switchCaptions(this.talk.place.slideId, true);
    beat();
    this.#beat = setInterval(beat, CAPTIONS_BEAT);
    this.#stopSpeech = recogniseSpeech(this.talk.lang, {
      heard: (text) => this.#say({ text, lang: this.talk.lang }),
      failed: (failure) => this.#onSpeechFailed(failure),
    });
  }

  stopCaptions() {
    if (!this.captionsOn) return;
    this.captionsOn = false;
    this.#stopSpeech?.();
    clearInterval(this.#beat);
    clearTimeout(this.#captionTimer);
    this.#captionTimer = this.#caption = undefined;
    this.#outbox?.switchCaptions(this.talk.place.slideId, false);
    this.talk.windows.caption({ text: "", lang: this.talk.lang });
  }

  #say(caption: Caption) {
    this.#caption = caption;
    this.talk.windows.caption(caption);
    this.#captionTimer ??= setTimeout(() => {
      this.#captionTimer = undefined;
      if (this.#caption) this.#outbox?.caption(this.talk.place.slideId, this.#caption);
    }, CAPTION_INTERVAL);
  }

  #onSpeechFailed(failure: SpeechFailure) {
    this.stopCaptions();
    this.talk.showPill({ text: t(`present.captions.${failure}`), tone: "warn" }, 10_000);
  }

  stop() {
    this.stopCaptions();
    this.#outbox?.stop();
    this.#stream?.close();
  }
}
