// The speaker's marks: pointer, pen and captions. They are shown in the windows of this device at once, also without a
// network, and sent to the audience.

import type { ApiError } from "../lib/api";
import type { Caption, MarksNotice, SlideMarks, StrokePart } from "../lib/api-types";
import { t } from "../lib/i18n";
import { newId } from "../lib/ids";
import { MarksOutbox } from "../marks/outbox";
import { marksStream, type MarksStream } from "../marks/stream";
import { MAX_POINTS, Strokes, unitsOf } from "../marks/strokes";
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

/** Points that are closer than this, in units of the slide, are one. */
const NEAR = 25;
/** Own pointers come back from the server for so long. */
const ECHO = 1500;
/** Captions are sent so often, in milliseconds. */
const CAPTION_INTERVAL = 250;
/** The server is told so often that captions are on. */
const CAPTIONS_BEAT = 20_000;
const AGREED = "lectern.captions";

export class SpeakerMarks {
  penOn = $state(false);
  /** The current slide has strokes. */
  drawn = $state(false);
  captionsOn = $state(false);
  /** The speaker is told how captions work, before the first. */
  asksForCaptions = $state(false);
  readonly canCaption = canRecogniseSpeech();

  readonly #strokes = new Strokes();
  /** Ids of strokes that were drawn here: they are shown before the server sends them back. */
  readonly #own = new Set<string>();
  #outbox: MarksOutbox | undefined;
  #stream: MarksStream | undefined;
  #drawing: { id: string; slideId: string; points: number[] } | undefined;
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
      for (const [id, points] of this.#strokes.of(slideId)) this.#outbox.draw(slideId, id, points, true);
    }
    if (this.captionsOn) this.#outbox.switchCaptions(this.talk.place.slideId, true);
  }

  /** The session has marks, of this page or of a phone. */
  noticed(notice: MarksNotice) {
    this.#stream?.notice(notice, true);
  }

  /** Applies marks of others; own ones are shown already. */
  #receive(marks: SlideMarks) {
    const { slideId, reset } = marks;
    const isUnsent = (id: string) => this.#outbox?.has(id) === true || this.#drawing?.id === id;
    const known = this.#strokes.of(slideId);
    const isNew = ({ id, points, done }: StrokePart) =>
      done ? !isUnsent(id) && known.get(id)?.length !== points.length : !this.#own.has(id);
    const strokes = marks.strokes.filter((part) => reset || isNew(part));
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

  /** Another slide is shown: it has its own strokes. */
  slideChanged() {
    this.drawn = this.#strokes.of(this.talk.place.slideId).size > 0;
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
    this.#drawing = { id: newId(), slideId: this.talk.place.slideId, points: unitsOf(at) };
    this.#draw(false);
  }

  penMove(at: Point) {
    const drawing = this.#drawing;
    if (!drawing) return;
    const next = unitsOf(at);
    const [x = 0, y = 0] = drawing.points.slice(-2);
    if (Math.hypot(next[0] - x, next[1] - y) < NEAR) return;
    drawing.points.push(...next);
    if (drawing.points.length < MAX_POINTS * 2) return this.#draw(false);
    // A long line goes on as another stroke.
    this.penUp();
    this.#drawing = { id: newId(), slideId: drawing.slideId, points: next };
  }

  penUp() {
    if (!this.#drawing) return;
    this.#draw(true);
    this.#drawing = undefined;
  }

  #draw(done: boolean) {
    if (!this.#drawing) return;
    const { id, slideId, points } = this.#drawing;
    this.#own.add(id);
    const marks: SlideMarks = {
      slideId,
      reset: false,
      strokes: [{ id, from: 0, points: [...points], done }],
    };
    this.#outbox?.draw(slideId, id, [...points], done);
    this.#strokes.apply(marks);
    this.talk.windows.mark(marks);
    this.slideChanged();
  }

  /** Removes the strokes of the current slide. */
  erase() {
    const { slideId } = this.talk.place;
    this.#drawing = undefined;
    this.#outbox?.clear(slideId);
    const marks: SlideMarks = { slideId, reset: true, strokes: [] };
    this.#strokes.apply(marks);
    this.talk.windows.mark(marks);
    this.slideChanged();
  }

  // Captions

  toggleCaptions() {
    if (this.captionsOn) return this.stopCaptions();
    if (!this.canCaption || !sessionStorage.getItem(AGREED)) this.asksForCaptions = true;
    else this.startCaptions();
  }

  startCaptions() {
    sessionStorage.setItem(AGREED, "1");
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
