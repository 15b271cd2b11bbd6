// Records the voice of the speaker during a rehearsal, and stores it with the deck. Loaded when a rehearsal begins.

import { call } from "../lib/api";
import type { RehearsalAnswer } from "../lib/api-types";
import { save } from "../lib/download";
import { withMoment, type Moment } from "./moments";
import type { TalkPosition } from "./position";

/** The maximum duration that the server accepts, in milliseconds, less a reserve for the last piece. */
const MAX_DURATION = 2 * 3600_000 - 5000;
/** The maximum size that the server accepts, in bytes, less a reserve for the last piece. */
const MAX_BYTES = 195 << 20;
const BITS_PER_SECOND = 96_000;
/** Milliseconds of sound in each piece of the recording. */
const PIECE = 1000;

/** Why nothing is recorded. */
export type Obstacle = "unsupported" | "refused" | "missing" | "broken";

export type Stored = NonNullable<RehearsalAnswer["rehearsal"]>;

/** The reason why the microphone could not be opened. */
export function obstacleOf(fault: unknown): Obstacle {
  const name = fault instanceof DOMException ? fault.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "refused";
  return name === "NotFoundError" || name === "OverconstrainedError" ? "missing" : "broken";
}

export class Recorder {
  state = $state<"idle" | "asking" | "recording" | "storing" | "stored" | "failed" | "deleted">("idle");
  stored = $state.raw<Stored | undefined>(undefined);
  /** Milliseconds of the recording, for display. */
  shown = $state(0);

  #media: MediaRecorder | undefined;
  #pieces: Blob[] = [];
  #bytes = 0;
  #moments: readonly Moment[] = [];
  /** Milliseconds recorded before the last pause, and the time of the last resume; undefined while paused. */
  #ran = 0;
  #since: number | undefined;
  #blob: Blob | undefined;

  constructor(
    readonly deckId: string,
    readonly title: string,
  ) {}

  /** Milliseconds of the recording. */
  get elapsed(): number {
    return Math.round(this.#ran + (this.#since === undefined ? 0 : performance.now() - this.#since));
  }

  /** Asks for the microphone and begins to record. Returns why it cannot; undefined if it does. */
  async start(place: () => Omit<Moment, "at">): Promise<Obstacle | undefined> {
    if (!navigator.mediaDevices?.getUserMedia || !("MediaRecorder" in window)) return "unsupported";
    this.state = "asking";
    let stream: MediaStream | undefined;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const media = new MediaRecorder(stream, { audioBitsPerSecond: BITS_PER_SECOND });
      media.ondataavailable = ({ data }) => this.#add(data);
      media.onstop = () => void this.#finish();
      // The microphone was unplugged.
      media.onerror = () => this.stop();
      const began = new Promise<void>((resolve) => (media.onstart = () => resolve()));
      media.start(PIECE);
      await began;
      [this.#media, this.#since] = [media, performance.now()];
      [this.#pieces, this.#bytes, this.#ran] = [[], 0, 0];
      this.#moments = [{ at: 0, ...place() }];
      this.state = "recording";
      window.addEventListener("beforeunload", keepPage);
      return undefined;
    } catch (fault) {
      for (const track of stream?.getTracks() ?? []) track.stop();
      this.state = "idle";
      return obstacleOf(fault);
    }
  }

  /** Records which slide and step are shown from now on. */
  note({ slideId, step }: TalkPosition, builds: boolean) {
    if (this.state !== "recording") return;
    this.#moments = withMoment(this.#moments, { at: this.elapsed, slideId, ...(builds ? { step } : {}) });
  }

  /** Pauses or resumes the recording. */
  run(isRunning: boolean) {
    if (this.state !== "recording" || isRunning === (this.#since !== undefined)) return;
    if (isRunning) {
      this.#media?.resume();
      this.#since = performance.now();
    } else {
      this.#ran = this.elapsed;
      this.#since = undefined;
      this.#media?.pause();
    }
  }

  /** Ends the recording and stores it. */
  stop() {
    if (this.state !== "recording") return;
    this.#ran = this.elapsed;
    this.#since = undefined;
    this.state = "storing";
    this.#media?.stop();
  }

  #add(piece: Blob) {
    if (piece.size) this.#pieces.push(piece);
    this.#bytes += piece.size;
    this.shown = this.elapsed;
    if (this.#bytes > MAX_BYTES || this.elapsed > MAX_DURATION) this.stop();
  }

  async #finish() {
    for (const track of this.#media?.stream.getTracks() ?? []) track.stop();
    if (this.state === "recording") this.stop();
    this.#blob = new Blob(this.#pieces, { type: this.#media?.mimeType ?? "" });
    this.#pieces = [];
    await this.store();
  }

  /** Sends the recording to the server. */
  async store() {
    if (!this.#blob) return;
    this.state = "storing";
    const duration = Math.max(1, this.#ran);
    const moments = this.#moments.filter(({ at }) => at <= duration);
    const form = new FormData();
    form.append("times", JSON.stringify({ duration, moments }));
    form.append("file", this.#blob, this.#fileName());
    try {
      const path = `/api/presentations/${encodeURIComponent(this.deckId)}/rehearsal`;
      const answer = await call("PUT", path, { body: form });
      this.stored = ((await answer.json()) as RehearsalAnswer).rehearsal;
      this.state = "stored";
      this.#blob = undefined;
      window.removeEventListener("beforeunload", keepPage);
    } catch {
      this.state = "failed";
    }
  }

  /** Saves a recording that could not be stored. */
  save() {
    if (this.#blob) save(this.#fileName(), this.#blob);
    window.removeEventListener("beforeunload", keepPage);
  }

  #fileName() {
    const kind = this.#blob?.type ?? "";
    const ending = kind.includes("mp4") ? "m4a" : kind.includes("ogg") ? "ogg" : "webm";
    return `${this.title.replace(/[\\/:*?"<>|]/g, "")}.${ending}`;
  }
}

/** Asks before the page is left, since the recording would be lost. */
const keepPage = (event: BeforeUnloadEvent) => event.preventDefault();
