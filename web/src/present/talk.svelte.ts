// A talk under way: where it stands, and what lies over the slide. Everything that moves it goes through here, whichever
// window, key, finger or remote asked for it; the windows and the hall are then told.

import { connection } from "../lib/connection.svelte";
import { t } from "../lib/i18n";
import type { DrawnSlide, Screen } from "./channel";
import * as clock from "./clock";
import {
  asksSomething,
  draw,
  durations,
  inviting,
  lookOf,
  notesOf,
  readDeck,
  readsRightToLeft,
  withNotes,
  type Deck,
  type Drawing,
} from "./deck";
import { Hall, type Speaker } from "./hall.svelte";
import * as jump from "./jump";
import type { Action } from "./keys";
import type { Pill } from "./pill";
import * as position from "./position";
import { forgetStanding, remember, type Mode, type Standing } from "./standing";
import { Windows } from "./windows.svelte";

export type Side = "notes" | "questions" | "poll";

const PILL = 5000;

export class Talk implements Speaker {
  mode = $state<Mode>("here");
  lang = $state("");
  deck = $state.raw() as Deck;
  slides = $state.raw<DrawnSlide[]>([]);
  builds = $state(true);
  place = $state.raw({ slideId: "", step: 0 }) as position.Place;
  forward = $state(true);
  cover = $state<Screen["cover"]>("");
  joinShown = $state(false);
  laserOn = $state(false);
  overview = $state(false);
  help = $state(false);
  typed = $state.raw(jump.nothing);
  side = $state<Side>("notes");
  clock = $state.raw(clock.still(0));
  countdown = $state<number | undefined>(undefined);

  pill = $state.raw<Pill | undefined>(undefined);
  /** Asked for by a key: the view goes to or leaves full screen. */
  wantsFull = $state(0);

  readonly course = $derived<position.Course>({ slides: this.slides, builds: this.builds });
  readonly drawn = $derived(this.slides.find((slide) => slide.id === this.place.slideId));
  readonly stored = $derived(this.deck.slides.find((slide) => slide.id === this.place.slideId));
  readonly ahead = $derived(position.ahead(this.course, this.place));
  readonly number = $derived(position.numberOf(this.course, this.place.slideId));
  readonly count = $derived(position.shownCount(this.course));
  readonly steps = $derived(position.stepsOf(this.course, this.place.slideId));
  readonly notes = $derived(notesOf(this.deck, this.place.slideId, this.lang));
  readonly durations = $derived(durations(this.deck));
  readonly asking = $derived(this.stored && asksSomething(this.stored) ? this.stored : undefined);

  readonly hall: Hall;
  readonly windows: Windows;

  readonly screen = $derived.by<Screen>(() => ({
    slideId: this.place.slideId,
    step: this.place.step,
    cover: this.cover,
    countdown: this.countdown,
    join: this.joinShown ? this.hall.joinCard : undefined,
    answers: this.hall.answers,
  }));

  #pillTimer: ReturnType<typeof setTimeout> | undefined;
  #jumpTimer: ReturnType<typeof setTimeout> | undefined;
  #advance: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(deck: Deck, drawing: Drawing, standing: Standing) {
    this.deck = deck;
    this.slides = drawing.slides;
    this.mode = standing.mode;
    this.lang = standing.lang;
    this.builds = standing.builds;
    this.clock = standing.clock;
    this.place = standing.place;
    this.hall = new Hall(this);
    this.windows = new Windows(deck.id, {
      hello: () => this.#tellWindows(),
      act: (action) => this.do(action),
      projector: (there) => this.#projectorIs(there),
    });
    this.#beginSlide();
    this.#tellWindows();
    if (this.mode !== "rehearse") void this.hall.begin();
  }

  // Moving

  /** Goes to a place, whoever asked. */
  go(place: position.Place | undefined, forward = true) {
    if (!place) return;
    const isOther = place.slideId !== this.place.slideId;
    this.clock = clock.started(this.clock, clock.now());
    this.cover = "";
    this.joinShown = false;
    this.forward = forward;
    this.place = place;
    if (isOther) this.#beginSlide();
    this.tell();
    this.hall.move(place);
  }

  next() {
    // Black and white give way to the slide that is there.
    if (this.cover || this.joinShown) return this.uncover();
    this.go(position.next(this.course, this.place));
  }

  back() {
    this.go(position.back(this.course, this.place), false);
  }

  uncover() {
    this.cover = "";
    this.joinShown = false;
    this.tell();
  }

  show(slideId: string) {
    this.overview = false;
    this.go({ slideId, step: 0 });
  }

  /** A move of somebody else's: the server knows it already. */
  follow(slideId: string, step: number) {
    if (!this.slides.some((slide) => slide.id === slideId)) return;
    const steps = position.stepsOf(this.course, slideId);
    const place = { slideId, step: Math.min(step, steps) };
    if (place.slideId === this.place.slideId && place.step === this.place.step) return;
    const order = (of: position.Place) =>
      this.slides.findIndex((slide) => slide.id === of.slideId) * 1000 + of.step;
    const isOther = slideId !== this.place.slideId;
    this.forward = order(place) > order(this.place);
    this.place = place;
    this.clock = clock.started(this.clock, clock.now());
    if (isOther) this.#beginSlide();
    this.tell();
  }

  #beginSlide() {
    const html = this.drawn?.html ?? "";
    const starts = html.includes('data-widget="countdown"') && html.includes("data-starts");
    this.countdown = starts ? Date.now() : undefined;
    this.hall.turn();
    if (this.side === "poll" && !this.asking) this.side = "notes";
    this.#planAdvance();
  }

  get hasCountdown() {
    return this.drawn?.html.includes('data-widget="countdown"') ?? false;
  }

  startCountdown() {
    this.countdown = this.countdown === undefined ? Date.now() : undefined;
    this.tell();
  }

  /** Decks that go on by themselves do so while nothing covers them. */
  #planAdvance() {
    clearTimeout(this.#advance);
    const { enabled, mode, intervalSeconds, loop } = this.deck.settings.autoAdvance;
    if (!enabled || mode !== "auto") return;
    const parts = position.stepsOf(this.course, this.place.slideId) + 1;
    const seconds = (this.stored?.duration ?? intervalSeconds) / parts;
    this.#advance = setTimeout(() => {
      if (!this.cover && !this.overview) {
        const to =
          position.ahead(this.course, this.place) ?? (loop ? position.end(this.course, "first") : undefined);
        this.go(to);
      }
      this.#planAdvance();
    }, seconds * 1000);
  }

  /** What a key, a button or the other window asks for. */
  do(action: Action) {
    const now = clock.now();
    switch (action) {
      case "next":
        return this.next();
      case "back":
        return this.back();
      case "nextSlide":
        return this.go(position.nextSlide(this.course, this.place));
      case "previousSlide":
        return this.go(position.previousSlide(this.course, this.place), false);
      case "first":
      case "last":
        return this.go(position.end(this.course, action), action === "last");
      case "black":
      case "white":
        this.cover = this.cover ? "" : action;
        return this.tell();
      case "overview":
        this.overview = !this.overview;
        return;
      case "laser":
        this.laserOn = !this.laserOn;
        if (!this.laserOn) this.windows.point(undefined);
        return;
      case "full":
        this.wantsFull++;
        return;
      case "help":
        this.help = !this.help;
        return;
      case "pauseClock":
        this.clock =
          this.clock.since === undefined ? clock.started(this.clock, now) : clock.paused(this.clock, now);
        return this.#remember();
      case "resetClock":
        this.clock = clock.reset(this.clock, now);
        return this.#remember();
      case "join":
        if (this.hall.code) this.joinShown = !this.joinShown;
        return this.tell();
      case "voting":
        if (this.asking) void this.hall.vote(this.hall.interaction?.open === false ? "open" : "close");
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
        if (this.hall.session) void this.hall.setBrowsing(!this.hall.browsing);
        return;
      case "take": {
        const number = jump.number(this.typed, now);
        this.typed = jump.nothing;
        return number === undefined ? undefined : this.go(position.byNumber(this.course, number));
      }
      case "leave":
        return this.leave();
      default:
        this.typed = jump.typed(this.typed, action.slice("digit".length), now);
        clearTimeout(this.#jumpTimer);
        this.#jumpTimer = setTimeout(() => (this.typed = jump.nothing), jump.WAIT);
    }
  }

  /** Esc: what lies on top goes, one thing at a time. It never ends the talk. */
  leave() {
    if (this.typed.digits) this.typed = jump.nothing;
    else if (this.help) this.help = false;
    else if (this.overview) this.overview = false;
    else if (this.laserOn) this.do("laser");
    else if (this.cover || this.joinShown) this.uncover();
    else if (document.fullscreenElement) void document.exitFullscreen();
  }

  setTarget(minutes: number) {
    this.clock = { ...this.clock, target: minutes * 60_000 };
    this.#remember();
  }

  // Windows

  /** Tells the windows what is on the screen. */
  tell() {
    this.#remember();
    this.windows.show($state.snapshot(this.screen) as Screen);
  }

  #tellWindows() {
    this.windows.give({
      deckId: this.deck.id,
      title: this.deck.title,
      slides: this.slides,
      builds: this.builds,
      look: lookOf(this.deck),
      rightToLeft: readsRightToLeft(this.lang),
      sessionId: this.hall.session?.sessionId,
    });
    this.tell();
  }

  #remember() {
    if (this.#ended) return;
    const { mode, place, clock, lang, builds } = this;
    remember(this.deck.id, { mode, place, clock, lang, builds });
  }

  #projectorIs(there: boolean) {
    if (there && this.pill?.about === "projector") this.pill = undefined;
    if (there || this.#ended) return;
    if (this.mode === "screen") {
      this.say({
        about: "projector",
        text: t("present.projector.closed"),
        tone: "warn",
        action: { label: t("present.projector.open"), run: () => void this.windows.openProjector() },
      });
    }
  }

  // The deck

  /** The deck was changed under the talk: what changed is drawn anew, in place. */
  async deckChanged(slideId: string) {
    try {
      const deck = await readDeck(this.deck.id);
      const isKnown = this.deck.slides.some((slide) => slide.id === slideId);
      const isSmall = isKnown && deck.slides.length === this.deck.slides.length;
      const drawing = await draw(deck, this.lang, this.hall.invite, isSmall ? [slideId] : undefined);
      const before = this.course;
      this.deck = deck;
      this.slides = isSmall ? this.#mixed(drawing.slides) : drawing.slides;
      const place = position.settled(before, this.course, this.place);
      const changed = position.numberOf(this.course, slideId || this.place.slideId);
      if (place && place.slideId !== this.place.slideId) this.go(place);
      this.#tellWindows();
      if (changed) this.say({ text: t("present.updated", { number: String(changed) }), tone: "plain" });
    } catch {
      // What is on stage stays; the next change tries again.
    }
  }

  #mixed(drawn: DrawnSlide[]): DrawnSlide[] {
    return this.slides.map((slide) => drawn.find((fresh) => fresh.id === slide.id) ?? slide);
  }

  /** There is another way to join: slides that tell it are drawn anew. */
  async invited() {
    const slideIds = inviting(this.deck);
    if (!slideIds.length) return this.#tellWindows();
    try {
      this.slides = this.#mixed((await draw(this.deck, this.lang, this.hall.invite, slideIds)).slides);
    } catch {
      // They say how to join when the network is back.
    }
    this.#tellWindows();
  }

  /** A note that the speaker changed, shown at once. */
  noteChanged(slideId: string, notes: string, lang: string, revision: number) {
    this.deck = { ...withNotes(this.deck, slideId, notes, lang), revision };
  }

  // Words to the speaker

  say(pill: Pill, ms = PILL) {
    clearTimeout(this.#pillTimer);
    this.pill = pill;
    if (pill.tone !== "warn" || !pill.action) this.#pillTimer = setTimeout(() => (this.pill = undefined), ms);
  }

  get offline() {
    return connection.offline;
  }

  /** What a slide is called: its title, else its number. */
  nameOf(slideId: string): string {
    const label = this.slides.find((slide) => slide.id === slideId)?.label;
    const number = position.numberOf(this.course, slideId);
    return (
      label || (number ? t("present.slide.number", { number: String(number) }) : t("present.slide.hidden"))
    );
  }

  /** The same with its number, as it is said aloud. */
  sayName(slideId: string): string {
    const title = this.slides.find((slide) => slide.id === slideId)?.label;
    const number = position.numberOf(this.course, slideId);
    if (!title) return this.nameOf(slideId);
    return number
      ? t("present.slide.name", { number: String(number), title })
      : t("present.slide.skipped", { title });
  }

  /** The speaker is done: the other window closes, the clock stands. */
  finish() {
    this.clock = clock.paused(this.clock, clock.now());
    this.#ended = true;
    forgetStanding(this.deck.id);
    clearTimeout(this.#advance);
    this.hall.leave();
    this.windows.close();
  }
}
