// A running talk: its position and overlays. All moves go through this class, whichever window, key, finger or remote
// made them; it then updates the windows and the audience.

import type { MarksNotice } from "../lib/api-types";
import { connection } from "../lib/connection.svelte";
import { t } from "../lib/i18n";
import { readsRightToLeft } from "../lib/right-to-left";
import type { DrawnSlide, Screen } from "./channel";
import * as clock from "./clock";
import {
  asksSomething,
  draw,
  durations,
  inviteSlideIds,
  lookOf,
  notesOf,
  readDeck,
  withNotes,
  type Deck,
  type Drawing,
} from "./deck";
import { AudienceSession, type Speaker } from "./audience.svelte";
import { SpeakerMarks } from "./marks.svelte";
import * as typedNumber from "./typed-number";
import type { Action } from "./keys";
import type { Pill } from "./pill";
import * as position from "./position";
import type { Recorder } from "./recorder.svelte";
import { afterSlide, noTimes } from "./slide-times";
import { clearTalkState, saveTalkState, type Mode, type TalkState } from "./talk-state";
import { Windows } from "./windows.svelte";

export type Side = "notes" | "questions" | "poll";

const PILL_DURATION = 5000;

export class Talk implements Speaker {
  mode = $state<Mode>("here");
  lang = $state("");
  deck = $state.raw() as Deck;
  slides = $state.raw<DrawnSlide[]>([]);
  builds = $state(true);
  place = $state.raw({ slideId: "", step: 0 }) as position.TalkPosition;
  forward = $state(true);
  cover = $state<Screen["cover"]>("");
  joinShown = $state(false);
  laserOn = $state(false);
  overview = $state(false);
  help = $state(false);
  typed = $state.raw(typedNumber.noDigits);
  side = $state<Side>("notes");
  clock = $state.raw(clock.still(0));
  times = $state.raw(noTimes);
  /** Reactions of the audience are shown on the slide. */
  reactionsOn = $state(true);
  countdown = $state<number | undefined>(undefined);
  /** Records a rehearsal, from the first time that the speaker wants it. */
  recorder = $state.raw<Recorder | undefined>(undefined);

  pill = $state.raw<Pill | undefined>(undefined);
  /** Counts requests to toggle full screen. */
  wantsFull = $state(0);

  readonly sequence = $derived<position.SlideSequence>({ slides: this.slides, builds: this.builds });
  readonly drawn = $derived(this.slides.find((slide) => slide.id === this.place.slideId));
  readonly stored = $derived(this.deck.slides.find((slide) => slide.id === this.place.slideId));
  readonly ahead = $derived(position.ahead(this.sequence, this.place));
  readonly number = $derived(position.numberOf(this.sequence, this.place.slideId));
  readonly count = $derived(position.shownCount(this.sequence));
  readonly steps = $derived(position.stepsOf(this.sequence, this.place.slideId));
  readonly notes = $derived(notesOf(this.deck, this.place.slideId, this.lang));
  readonly durations = $derived(durations(this.deck));
  readonly asking = $derived(this.stored && asksSomething(this.stored) ? this.stored : undefined);

  readonly audience: AudienceSession;
  readonly marks: SpeakerMarks;
  readonly windows: Windows;

  readonly screen = $derived.by<Screen>(() => ({
    slideId: this.place.slideId,
    step: this.place.step,
    cover: this.cover,
    countdown: this.countdown,
    join: this.joinShown ? this.audience.joinCard : undefined,
    answers: this.audience.answers,
  }));

  #pillTimer: ReturnType<typeof setTimeout> | undefined;
  #jumpTimer: ReturnType<typeof setTimeout> | undefined;
  /** Where somebody else moved to, while that slide is not drawn yet. */
  #waiting: position.TalkPosition | undefined;
  #advance: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  /** With `anew`, the talk gets a new session unless one is running; else it may continue a finished one. */
  constructor(deck: Deck, drawing: Drawing, state: TalkState, anew = false) {
    this.deck = deck;
    this.slides = drawing.slides;
    this.mode = state.mode;
    this.lang = state.lang;
    this.builds = state.builds;
    this.clock = state.clock;
    this.times = state.times;
    this.place = state.place;
    this.audience = new AudienceSession(this);
    this.marks = new SpeakerMarks(this);
    this.windows = new Windows(deck.id, {
      hello: () => {
        this.#updateWindows();
        this.marks.refresh();
      },
      act: (action) => this.do(action),
      projector: (isOpen) => this.#onProjector(isOpen),
      pointed: (at) => this.marks.pointed(at),
    });
    this.#beginSlide();
    this.#updateWindows();
    if (this.mode !== "rehearse") void this.audience.begin(anew);
  }

  // Moving

  /** Goes to a position. */
  go(place: position.TalkPosition | undefined, forward = true) {
    if (!place) return;
    this.#waiting = undefined;
    const isOther = place.slideId !== this.place.slideId;
    if (isOther) this.#leaveSlide();
    this.clock = clock.started(this.clock, clock.now());
    this.cover = "";
    this.joinShown = false;
    this.forward = forward;
    this.place = place;
    if (isOther) this.#beginSlide();
    this.updateScreen();
    this.audience.move(place);
  }

  next() {
    // The first press only removes the cover.
    if (this.cover || this.joinShown) return this.uncover();
    this.go(position.next(this.sequence, this.place));
  }

  back() {
    this.go(position.back(this.sequence, this.place), false);
  }

  uncover() {
    this.cover = "";
    this.joinShown = false;
    this.updateScreen();
  }

  show(slideId: string) {
    this.overview = false;
    this.go({ slideId, step: 0 });
  }

  /** Applies a move of somebody else, which the server already knows. */
  follow(slideId: string, step: number) {
    // A new slide is shown once it is drawn.
    const isDrawn = this.slides.some((slide) => slide.id === slideId);
    this.#waiting = isDrawn ? undefined : { slideId, step };
    if (!isDrawn) return;
    const steps = position.stepsOf(this.sequence, slideId);
    const place = { slideId, step: Math.min(step, steps) };
    if (place.slideId === this.place.slideId && place.step === this.place.step) return;
    const order = (of: position.TalkPosition) =>
      this.slides.findIndex((slide) => slide.id === of.slideId) * 1000 + of.step;
    const isOther = slideId !== this.place.slideId;
    if (isOther) this.#leaveSlide();
    this.forward = order(place) > order(this.place);
    this.place = place;
    this.clock = clock.started(this.clock, clock.now());
    if (isOther) this.#beginSlide();
    this.updateScreen();
  }

  #leaveSlide() {
    this.marks.penUp();
    this.times = afterSlide(this.times, this.place.slideId, clock.elapsed(this.clock, clock.now()));
  }

  #beginSlide() {
    const html = this.drawn?.html ?? "";
    const starts = html.includes('data-widget="countdown"') && html.includes("data-starts");
    this.countdown = starts ? Date.now() : undefined;
    this.audience.onSlideChange();
    this.marks.slideChanged();
    if (this.side === "poll" && !this.asking) this.side = "notes";
    this.#scheduleAdvance();
  }

  get hasCountdown() {
    return this.drawn?.html.includes('data-widget="countdown"') ?? false;
  }

  startCountdown() {
    this.countdown = this.countdown === undefined ? Date.now() : undefined;
    this.updateScreen();
  }

  /** Advances automatically, unless something covers the slide. */
  #scheduleAdvance() {
    clearTimeout(this.#advance);
    const { enabled, mode, intervalSeconds, loop } = this.deck.settings.autoAdvance;
    if (!enabled || mode !== "auto") return;
    const parts = position.stepsOf(this.sequence, this.place.slideId) + 1;
    const seconds = (this.stored?.duration ?? intervalSeconds) / parts;
    this.#advance = setTimeout(() => {
      if (!this.cover && !this.overview) {
        const to =
          position.ahead(this.sequence, this.place) ??
          (loop ? position.end(this.sequence, "first") : undefined);
        this.go(to);
      }
      this.#scheduleAdvance();
    }, seconds * 1000);
  }

  /** Runs the action of a key, a button or the other window. */
  do(action: Action) {
    const now = clock.now();
    switch (action) {
      case "next":
        return this.next();
      case "back":
        return this.back();
      case "nextSlide":
        return this.go(position.nextSlide(this.sequence, this.place));
      case "previousSlide":
        return this.go(position.previousSlide(this.sequence, this.place), false);
      case "first":
      case "last":
        return this.go(position.end(this.sequence, action), action === "last");
      case "black":
      case "white":
        // The join card hides the cover. While it is shown, the key removes the card and always sets the
        // cover.
        this.cover = this.cover && !this.joinShown ? "" : action;
        this.joinShown = false;
        return this.updateScreen();
      case "overview":
        this.overview = !this.overview;
        return;
      case "laser":
        this.laserOn = !this.laserOn;
        this.marks.penOn = false;
        if (!this.laserOn) this.windows.point(undefined);
        return;
      case "pen":
        if (this.laserOn) this.do("laser");
        this.marks.penOn = !this.marks.penOn;
        return;
      case "ink":
        if (!this.marks.penOn) this.do("pen");
        else this.marks.nextInk();
        return;
      case "undo":
        return this.marks.undo();
      case "erase":
        return this.marks.erase();
      case "captions":
        return this.marks.toggleCaptions();
      case "full":
        this.wantsFull++;
        return;
      case "help":
        this.help = !this.help;
        return;
      case "pauseClock":
        this.clock =
          this.clock.since === undefined ? clock.started(this.clock, now) : clock.paused(this.clock, now);
        return this.#save();
      case "resetClock":
        this.clock = clock.reset(this.clock, now);
        this.times = noTimes;
        return this.#save();
      case "join":
        if (this.audience.code) this.joinShown = !this.joinShown;
        return this.updateScreen();
      case "voting":
        if (this.asking)
          void this.audience.vote(this.audience.interaction?.open === false ? "open" : "close");
        return;
      case "questions":
        this.side = "questions";
        return;
      case "side": {
        const sides: Side[] = this.asking ? ["notes", "questions", "poll"] : ["notes", "questions"];
        this.side = sides[(sides.indexOf(this.side) + 1) % sides.length] ?? "notes";
        return;
      }
      case "browsing":
        if (this.audience.session) void this.audience.setBrowsing(!this.audience.browsing);
        return;
      case "take": {
        const number = typedNumber.numberOf(this.typed, now);
        this.typed = typedNumber.noDigits;
        return number === undefined ? undefined : this.go(position.byNumber(this.sequence, number));
      }
      case "leave":
        return this.leave();
      default:
        this.typed = typedNumber.withDigit(this.typed, action.slice("digit".length), now);
        clearTimeout(this.#jumpTimer);
        this.#jumpTimer = setTimeout(() => (this.typed = typedNumber.noDigits), typedNumber.TIMEOUT);
    }
  }

  /** Esc: closes the topmost overlay. It never ends the talk. */
  leave() {
    if (this.typed.digits) this.typed = typedNumber.noDigits;
    else if (this.help) this.help = false;
    else if (this.overview) this.overview = false;
    else if (this.laserOn) this.do("laser");
    else if (this.marks.penOn) this.do("pen");
    else if (this.cover || this.joinShown) this.uncover();
    else if (document.fullscreenElement) void document.exitFullscreen();
  }

  setTarget(minutes: number) {
    this.clock = { ...this.clock, target: minutes * 60_000 };
    this.#save();
  }

  // Windows

  /** Saves the state and sends the screen to the windows. */
  updateScreen() {
    this.#save();
    this.windows.sendScreen($state.snapshot(this.screen) as Screen);
  }

  #updateWindows() {
    this.windows.sendTalk({
      deckId: this.deck.id,
      title: this.deck.title,
      slides: this.slides,
      builds: this.builds,
      look: lookOf(this.deck),
      rightToLeft: readsRightToLeft(this.lang),
      sessionId: this.audience.session?.sessionId,
    });
    this.updateScreen();
  }

  #save() {
    if (this.#ended) return;
    const { mode, place, clock, times, lang, builds } = this;
    saveTalkState(this.deck.id, { mode, place, clock, times, lang, builds });
  }

  #onProjector(isOpen: boolean) {
    if (isOpen && this.pill?.about === "projector") this.pill = undefined;
    if (isOpen || this.#ended) return;
    if (this.mode === "screen") {
      this.showPill({
        about: "projector",
        text: t("present.projector.closed"),
        tone: "warn",
        action: { label: t("present.projector.open"), run: () => void this.windows.openProjector() },
      });
    }
  }

  // The deck

  /** The deck changed during the talk: changed slides are drawn again. An empty id: any slide may have changed. */
  async deckChanged(slideId: string) {
    try {
      await this.#showDeck(await readDeck(this.deck.id), slideId);
    } catch {
      // The slides stay; the next change tries again.
    }
  }

  /** Finds changes whose events did not arrive: those from before the event stream was open. */
  async checkDeck() {
    try {
      const deck = await readDeck(this.deck.id);
      if (deck.revision !== this.deck.revision) await this.#showDeck(deck, "");
    } catch {
      // The slides stay; the next connection tries again.
    }
  }

  async #showDeck(deck: Deck, slideId: string) {
    const isKnown = this.deck.slides.some((slide) => slide.id === slideId);
    const isSmall = isKnown && deck.slides.length === this.deck.slides.length;
    const drawing = await draw(deck, this.lang, this.audience.invite, isSmall ? [slideId] : undefined);
    // A newer deck may have been shown meanwhile, for a change of another slide.
    if (deck.revision < this.deck.revision) return this.deckChanged(slideId);
    const before = this.sequence;
    this.deck = deck;
    this.slides = isSmall ? this.#withRedrawn(drawing.slides) : drawing.slides;
    const place = position.positionAfterChange(before, this.sequence, this.place);
    const changed = position.numberOf(this.sequence, slideId || this.place.slideId);
    if (place && place.slideId !== this.place.slideId) this.go(place);
    this.#updateWindows();
    if (this.#waiting) this.follow(this.#waiting.slideId, this.#waiting.step);
    if (changed) this.showPill({ text: t("present.updated", { number: String(changed) }), tone: "plain" });
  }

  #withRedrawn(drawn: DrawnSlide[]): DrawnSlide[] {
    return this.slides.map((slide) => drawn.find((fresh) => fresh.id === slide.id) ?? slide);
  }

  /** The join code changed: slides that show it are drawn again. */
  async inviteChanged() {
    const slideIds = inviteSlideIds(this.deck);
    if (!slideIds.length) return this.#updateWindows();
    try {
      this.slides = this.#withRedrawn(
        (await draw(this.deck, this.lang, this.audience.invite, slideIds)).slides,
      );
    } catch {
      // Their next drawing shows the code.
    }
    this.#updateWindows();
  }

  /** Shows a note that the speaker changed. */
  noteChanged(slideId: string, notes: string, lang: string, revision: number) {
    this.deck = { ...withNotes(this.deck, slideId, notes, lang), revision };
  }

  /** Shows reactions of the audience, unless the speaker hides them. */
  react(counts: Record<string, number>) {
    if (this.reactionsOn) this.windows.react(counts);
  }

  sessionBegan(sessionId: string) {
    this.marks.begin(sessionId);
  }

  marksNoticed(notice: MarksNotice) {
    this.marks.noticed(notice);
  }

  // Messages to the speaker

  showPill(pill: Pill, ms = PILL_DURATION) {
    clearTimeout(this.#pillTimer);
    this.pill = pill;
    if (pill.tone !== "warn" || !pill.action) this.#pillTimer = setTimeout(() => (this.pill = undefined), ms);
  }

  get offline() {
    return connection.offline;
  }

  /** The name of a slide: its title, or its number. */
  nameOf(slideId: string): string {
    const label = this.slides.find((slide) => slide.id === slideId)?.label;
    const number = position.numberOf(this.sequence, slideId);
    return (
      label || (number ? t("present.slide.number", { number: String(number) }) : t("present.slide.hidden"))
    );
  }

  /** The name with the number, for screen readers. */
  spokenName(slideId: string): string {
    const title = this.slides.find((slide) => slide.id === slideId)?.label;
    const number = position.numberOf(this.sequence, slideId);
    if (!title) return this.nameOf(slideId);
    return number
      ? t("present.slide.name", { number: String(number), title })
      : t("present.slide.skipped", { title });
  }

  /** Ends the talk: closes the other window and stops the clock. */
  finish() {
    this.recorder?.stop();
    this.clock = clock.paused(this.clock, clock.now());
    this.#leaveSlide();
    this.#ended = true;
    clearTalkState(this.deck.id);
    clearTimeout(this.#advance);
    this.marks.stop();
    this.audience.leave();
    this.windows.close();
  }
}
