// A talk under way: where it stands, who follows, what lies over the slide. Everything that moves it goes through here,
// whichever window, key, finger or remote asked for it; the windows and the server are then told.

import { ApiError } from "../lib/api";
import { connection } from "../lib/connection.svelte";
import { t } from "../lib/i18n";
import type { Stream } from "../lib/sse";
import {
  BEAT,
  channel,
  pulse,
  sequence,
  type Channel,
  type DrawnSlide,
  type DrawnTalk,
  type Message,
  type Point,
  type Screen,
} from "./channel";
import * as clock from "./clock";
import {
  asksSomething,
  draw,
  durations,
  inviting,
  notesOf,
  readDeck,
  readsRightToLeft,
  takesTexts,
  withNotes,
  type Deck,
  type Drawing,
  type Invite,
} from "./deck";
import * as jump from "./jump";
import type { Action } from "./keys";
import { outbox, type Outbox } from "./outbox";
import * as position from "./position";
import { remoteMoves } from "./remote";
import { otherScreen } from "./screens";
import * as live from "./session";

export type Mode = "here" | "screen" | "rehearse";
export type Side = "notes" | "questions" | "poll";

/** A word to the speaker that goes by itself. */
export type Pill = {
  about?: "projector";
  text: string;
  tone: "plain" | "warn" | "ok";
  action?: { label: string; run: () => void };
};

/** What a reload in the middle of a talk finds again. */
export type Standing = {
  mode: Mode;
  place: position.Place;
  clock: clock.ClockState;
  lang: string;
  builds: boolean;
};

const standingKey = (deckId: string) => `lectern.talk.${deckId}`;

export function standing(deckId: string): Standing | undefined {
  const kept = sessionStorage.getItem(standingKey(deckId));
  return kept ? (JSON.parse(kept) as Standing) : undefined;
}

const ASK_AUDIENCE = 5000;
const REPEAT_CODES = 10 * 60_000;
const PILL = 5000;
const UNDO = 6000;
const ROUND = [10, 50, 100];

export class Talk {
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

  session = $state.raw<live.Session | undefined>(undefined);
  followers = $state(0);
  mostFollowers = $state(0);
  browsing = $state(false);
  interaction = $state.raw<live.Interaction | undefined>(undefined);
  questions = $state.raw<live.Question[]>([]);
  removing = $state.raw<readonly string[]>([]);
  projector = $state(false);
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
  readonly code = $derived(
    this.session?.followCodes[this.lang] ?? Object.values(this.session?.followCodes ?? {})[0],
  );
  readonly openQuestions = $derived(
    this.questions.filter((question) => question.status === "active" && !this.removing.includes(question.id)),
  );

  /** Results are on the screen as far as the hall may see them, unless the speaker said otherwise. */
  #shown = $state.raw<Readonly<Record<string, boolean>>>({});
  #hallSees = $state(false);
  readonly resultsShown = $derived(this.#shown[this.place.slideId] ?? this.#hallSees);

  readonly screen = $derived<Screen>({
    slideId: this.place.slideId,
    step: this.place.step,
    cover: this.cover,
    countdown: this.countdown,
    join: this.joinShown && this.code ? this.#joinCard(this.code) : undefined,
    answers: this.#answers(),
  });

  #channel: Channel;
  #seq = sequence();
  #pulse = pulse((there) => this.#projectorIs(there));
  #box: Outbox<position.Place> | undefined;
  #remote = remoteMoves((state) => this.#follow(state.slideId, state.stepIdx));
  #stream: Stream | undefined;
  #ownStream = false;
  #pillTimer: ReturnType<typeof setTimeout> | undefined;
  #jumpTimer: ReturnType<typeof setTimeout> | undefined;
  #advance: ReturnType<typeof setTimeout> | undefined;
  #timers: ReturnType<typeof setInterval>[] = [];
  #ended = false;
  #laserHeard: (at: Point | undefined) => void = () => undefined;

  constructor(deck: Deck, drawing: Drawing, standing: Standing) {
    this.deck = deck;
    this.slides = drawing.slides;
    this.mode = standing.mode;
    this.lang = standing.lang;
    this.builds = standing.builds;
    this.clock = standing.clock;
    this.place = standing.place;
    this.#beginSlide();
    this.#channel = channel(deck.id, (message) => this.#heard(message));
    this.#channel.say({ kind: "alive", from: "console" });
    this.#every(BEAT, () => this.#channel.say({ kind: "alive", from: "console" }));
    addEventListener("online", this.#online);
    addEventListener("pagehide", this.#leaving);
    this.#tellWindows();
    if (this.mode !== "rehearse") void this.#begin();
  }

  #every(ms: number, run: () => void) {
    this.#timers.push(setInterval(run, ms));
  }

  #online = () => {
    this.#box?.retry();
    if (!this.session && this.mode !== "rehearse") void this.#begin();
  };
  #leaving = () => this.#channel.say({ kind: "bye", from: "console" });

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
    this.#tell();
    this.#box?.put(place);
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
    this.#tell();
  }

  show(slideId: string) {
    this.overview = false;
    this.go({ slideId, step: 0 });
  }

  /** A move of somebody else's: the server knows it already. */
  #follow(slideId: string, step: number) {
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
    this.#tell();
  }

  #beginSlide() {
    const html = this.drawn?.html ?? "";
    const starts = html.includes('data-widget="countdown"') && html.includes("data-starts");
    this.countdown = starts ? Date.now() : undefined;
    if (this.interaction?.slideId !== this.place.slideId) {
      this.interaction = undefined;
      this.#hallSees = false;
    }
    if (this.side === "poll" && !this.asking) this.side = "notes";
    this.#planAdvance();
  }

  get hasCountdown() {
    return this.drawn?.html.includes('data-widget="countdown"') ?? false;
  }

  startCountdown() {
    this.countdown = this.countdown === undefined ? Date.now() : undefined;
    this.#tell();
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
        return this.#tell();
      case "overview":
        this.overview = !this.overview;
        return;
      case "laser":
        this.laserOn = !this.laserOn;
        if (!this.laserOn) this.point(undefined);
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
        if (this.code) this.joinShown = !this.joinShown;
        return this.#tell();
      case "voting":
        if (this.asking) void this.vote(this.interaction?.open === false ? "open" : "close");
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
        if (this.session) void this.setBrowsing(!this.browsing);
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

  point(at: Point | undefined) {
    this.#laserHeard(at);
    this.#channel.say({ kind: "laser", at });
  }

  /** Told of every point, from whichever window. */
  onlaser(heard: (at: Point | undefined) => void) {
    this.#laserHeard = heard;
  }

  #tell() {
    this.#remember();
    this.#channel.say({
      kind: "go",
      seq: this.#seq(),
      at: Date.now(),
      screen: $state.snapshot(this.screen) as Screen,
    });
  }

  #tellWindows() {
    const talk: DrawnTalk = {
      deckId: this.deck.id,
      title: this.deck.title,
      slides: this.slides,
      builds: this.builds,
      transition: this.deck.settings.transitions.preset,
      rightToLeft: readsRightToLeft(this.lang),
      sessionId: this.session?.sessionId,
    };
    this.#channel.say({ kind: "deck", seq: this.#seq(), at: Date.now(), talk });
    this.#tell();
  }

  #remember() {
    if (this.#ended) return;
    const { mode, place, clock, lang, builds } = this;
    const standing: Standing = { mode, place, clock, lang, builds };
    sessionStorage.setItem(standingKey(this.deck.id), JSON.stringify(standing));
  }

  #heard(message: Message) {
    switch (message.kind) {
      case "hello":
        this.#pulse.beat();
        return this.#tellWindows();
      case "alive":
        if (message.from === "projector") this.#pulse.beat();
        return;
      case "bye":
        if (message.from === "projector") this.#pulse.leaving();
        return;
      case "do":
        return this.do(message.action);
      case "laser":
        return this.#laserHeard(message.at);
    }
  }

  #projectorIs(there: boolean) {
    this.projector = there;
    if (there && this.pill?.about === "projector") this.pill = undefined;
    if (there || this.#ended) return;
    if (this.mode === "screen") {
      this.say({
        about: "projector",
        text: t("present.projector.closed"),
        tone: "warn",
        action: { label: t("present.projector.open"), run: () => void this.openProjector() },
      });
    }
  }

  /** Opens the window for the other screen, on that screen where the browser says where it is. */
  async openProjector(): Promise<boolean> {
    const place = await otherScreen();
    const address = `/present/${this.deck.id}/window`;
    return window.open(address, `lectern-projector-${this.deck.id}`, place) !== null;
  }

  // The session

  async #begin() {
    try {
      this.#enter(await live.begin(this.deck.id));
    } catch (fault) {
      // Offline, or being serviced: tried again when the network returns, and every few seconds.
      if (fault instanceof ApiError && fault.status < 500)
        this.say({ text: t("present.session.refused"), tone: "warn" });
      if (!this.#ended) setTimeout(() => void (this.session ?? this.#begin()), ASK_AUDIENCE);
    }
  }

  #enter(session: live.Session) {
    const isNew = this.session?.sessionId !== session.sessionId;
    const former = this.code;
    const hadSession = this.session !== undefined;
    this.session = session;
    this.browsing = session.controlEnabled;
    if (former !== this.code) void this.#redraw(inviting(this.deck));
    if (!isNew) return;
    if (hadSession && this.code)
      this.say({ text: t("present.session.newCode", { code: this.code }), tone: "plain" });
    const { sessionId } = session;
    this.#box?.stop();
    this.#box = outbox((place: position.Place) => live.move(sessionId, place, this.builds), {
      sent: (_, state) => this.#remote.acknowledged(state, this.#box?.busy ?? false),
      refused: (refusal) => this.#refused(refusal),
    });
    this.#box.put(this.place);
    this.#listen(sessionId);
    void live.questions(sessionId).then(
      (questions) => (this.questions = questions),
      () => undefined,
    );
    if (hadSession) return;
    this.#every(ASK_AUDIENCE, () => void this.#askAudience());
    this.#every(
      REPEAT_CODES,
      () =>
        void live.begin(this.deck.id).then(
          (again) => this.#enter(again),
          () => undefined,
        ),
    );
    void this.#askAudience();
  }

  #listen(sessionId: string) {
    this.#stream?.close();
    let wasLost = false;
    this.#stream = live.listen(sessionId, {
      state: (state) => this.#remote.heard(state, this.#box?.busy ?? false),
      browsing: (on) => (this.browsing = on),
      changed: (slideId) => void this.#deckChanged(slideId),
      interaction: (interaction) => this.#answered(interaction),
      questions: (questions) => (this.questions = questions),
      open: (open) => {
        this.#ownStream = open;
        if (open && wasLost) this.say({ text: t("present.back"), tone: "ok" });
        wasLost = !open;
        if (open) this.#box?.retry();
      },
    });
  }

  #refused(refusal: ApiError) {
    if (refusal.status === 404)
      void live.begin(this.deck.id).then(
        (again) => this.#enter(again),
        () => undefined,
      );
  }

  async #askAudience() {
    if (!this.session || document.visibilityState === "hidden") return;
    try {
      const { followers, interactionState } = await live.audience(this.session.sessionId);
      this.#counted(Math.max(0, followers - (this.#ownStream ? 1 : 0)));
      if (interactionState?.slideId === this.place.slideId) {
        this.interaction = interactionState;
        this.#tell();
      }
    } catch (fault) {
      if (fault instanceof ApiError) this.#refused(fault);
    }
  }

  #counted(followers: number) {
    const round = ROUND.find((count) => this.mostFollowers < count && followers >= count);
    if (round) this.say({ text: t("present.followers.round", { n: round }), tone: "plain" });
    this.followers = followers;
    this.mostFollowers = Math.max(this.mostFollowers, followers);
  }

  #answered(interaction: live.Interaction) {
    if (interaction.slideId !== this.place.slideId) return;
    this.#hallSees = interaction.totals !== undefined || !interaction.open;
    if (interaction.totals || interaction.type === "feedback") {
      this.interaction = interaction;
      this.#tell();
    } else void this.#askAudience();
  }

  async vote(what: "open" | "close" | "reset") {
    if (!this.session || !this.asking) return;
    await this.#ask(async (sessionId, slideId) => {
      this.interaction = await live.vote(sessionId, slideId, what);
      this.#tell();
    });
  }

  showResults(on: boolean) {
    this.#shown = { ...this.#shown, [this.place.slideId]: on };
    this.#tell();
  }

  async setBrowsing(on: boolean) {
    await this.#ask(async (sessionId) => {
      this.browsing = (await live.browsing(sessionId, on)).controlEnabled;
    });
  }

  async settle(question: live.Question, what: "answered" | "promote") {
    await this.#ask((sessionId) => live.settle(sessionId, question.id, what));
  }

  /** A question goes at once, and for good when nobody wants it back. */
  remove(question: live.Question) {
    const restore = () => (this.removing = this.removing.filter((id) => id !== question.id));
    this.removing = [...this.removing, question.id];
    const timer = setTimeout(() => {
      void this.#ask((sessionId) => live.settle(sessionId, question.id, "remove")).then(restore);
    }, UNDO);
    const run = () => {
      clearTimeout(timer);
      restore();
    };
    this.say(
      { text: t("present.questions.removed"), tone: "plain", action: { label: t("common.undo"), run } },
      UNDO,
    );
  }

  async #ask(run: (sessionId: string, slideId: string) => Promise<unknown>) {
    if (!this.session) return;
    try {
      await run(this.session.sessionId, this.place.slideId);
    } catch (fault) {
      const isOffline = !(fault instanceof ApiError);
      this.say({ text: t(isOffline ? "present.waiting" : "common.failed"), tone: "warn" });
    }
  }

  // The deck

  /** The deck was changed under the talk: what changed is drawn anew, in place. */
  async #deckChanged(slideId: string) {
    try {
      const deck = await readDeck(this.deck.id);
      const isKnown = this.deck.slides.some((slide) => slide.id === slideId);
      const isSmall = isKnown && deck.slides.length === this.deck.slides.length;
      const drawing = await draw(deck, this.lang, this.invite, isSmall ? [slideId] : undefined);
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

  async #redraw(slideIds: string[]) {
    if (!slideIds.length) return this.#tellWindows();
    try {
      this.slides = this.#mixed((await draw(this.deck, this.lang, this.invite, slideIds)).slides);
    } catch {
      // They say how to join when the network is back.
    }
    this.#tellWindows();
  }

  get invite(): Invite | undefined {
    return this.code
      ? { address: `${location.host}/go`, link: this.joinLink(this.code), code: this.code }
      : undefined;
  }

  joinLink(code: string): string {
    return `${location.origin}/go/${code}`;
  }

  get notesLink(): string | undefined {
    return this.session && `${location.origin}/notes/${this.session.sessionId}?key=${this.session.notesKey}`;
  }

  #joinCard(code: string) {
    return {
      address: `${location.host}/go`,
      code,
      picture: qr(this.joinLink(code)),
      words: t("present.join.at"),
    };
  }

  #answers(): Screen["answers"] {
    const { interaction } = this;
    if (!interaction || interaction.slideId !== this.place.slideId || !this.resultsShown) return undefined;
    const said = t(interaction.type === "feedback" ? "present.poll.texts" : "present.poll.votes", {
      n: interaction.total,
    });
    return { slideId: interaction.slideId, totals: interaction.totals ?? [], total: interaction.total, said };
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

  /** Tables of what came in, for the end. */
  get tables(): { label: string; href: string }[] {
    const id = this.session?.sessionId;
    if (!id) return [];
    const asked = this.deck.slides.filter(asksSomething).map((slide) => ({
      label: this.nameOf(slide.id),
      href: live.tables.answers(id, slide.id, takesTexts(slide)),
    }));
    const questions = this.questions.length
      ? [{ label: t("present.finish.questions"), href: live.tables.questions(id) }]
      : [];
    return [...asked, ...questions];
  }

  /** The speaker is done: the other window closes, the clock stands. */
  finish() {
    this.clock = clock.paused(this.clock, clock.now());
    this.#ended = true;
    sessionStorage.removeItem(standingKey(this.deck.id));
    this.#channel.say({ kind: "end" });
    for (const timer of this.#timers) clearInterval(timer);
    clearTimeout(this.#advance);
    this.#pulse.stop();
    this.#stream?.close();
    this.#channel.close();
    removeEventListener("online", this.#online);
    removeEventListener("pagehide", this.#leaving);
  }
}

/** A code for cameras, drawn by the server. */
export const qr = (text: string) => `/api/qr.svg?text=${encodeURIComponent(text)}`;
