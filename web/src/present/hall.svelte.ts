// Those who follow a talk: the session they join, how many they are, what they answer and ask. The talk itself is told
// what concerns it and knows none of the routes.

import { ApiError } from "../lib/api";
import type { InteractionState, Invite, LiveSession, Question } from "../lib/api-types";
import { t } from "../lib/i18n";
import type { Stream } from "../lib/sse";
import type { Screen } from "./channel";
import { asksSomething, takesTexts, type Deck } from "./deck";
import { outbox, type Outbox } from "./outbox";
import type { Pill } from "./pill";
import type { Place } from "./position";
import { remoteMoves } from "./remote";
import * as live from "./session";

/** What the hall needs of the talk. */
export interface Speaker {
  readonly deck: Deck;
  readonly place: Place;
  readonly lang: string;
  readonly builds: boolean;
  /** A move of somebody else's: the server knows it already. */
  follow(slideId: string, step: number): void;
  /** The deck was changed under the talk. */
  deckChanged(slideId: string): void;
  /** There is another way to join: slides that tell it are drawn anew. */
  invited(): void;
  /** What is on the screen changed. */
  tell(): void;
  say(pill: Pill, ms?: number): void;
  nameOf(slideId: string): string;
}

const ASK_AUDIENCE = 5000;
const REPEAT_CODES = 10 * 60_000;
const UNDO = 6000;
const ROUND = [10, 50, 100];

export class Hall {
  session = $state.raw<LiveSession | undefined>(undefined);
  followers = $state(0);
  mostFollowers = $state(0);
  /** People may browse by themselves. */
  browsing = $state(false);
  interaction = $state.raw<InteractionState | undefined>(undefined);
  questions = $state.raw<Question[]>([]);
  /** Questions that are on their way out. */
  removing = $state.raw<readonly string[]>([]);
  /** Results are on the screen as far as the hall may see them, unless the speaker said otherwise. */
  #shown = $state.raw<Readonly<Record<string, boolean>>>({});
  #hallSees = $state(false);

  readonly code = $derived.by(() => {
    const codes = this.session?.followCodes ?? {};
    return codes[this.talk.lang] ?? Object.values(codes)[0];
  });
  readonly openQuestions = $derived(
    this.questions.filter((question) => question.status === "active" && !this.removing.includes(question.id)),
  );
  readonly resultsShown = $derived.by(() => this.#shown[this.talk.place.slideId] ?? this.#hallSees);

  #box: Outbox<Place> | undefined;
  #remote = remoteMoves((state) => this.talk.follow(state.slideId, state.stepIdx));
  #stream: Stream | undefined;
  #ownStream = false;
  #timers: ReturnType<typeof setInterval>[] = [];
  #ended = false;

  constructor(private readonly talk: Speaker) {}

  /** Opens the session, or finds the one that runs; tried again until there is one. */
  async begin() {
    addEventListener("online", this.#online);
    await this.#begin();
  }

  async #begin() {
    try {
      this.#enter(await live.begin(this.talk.deck.id));
    } catch (fault) {
      // Offline, or being serviced: tried again when the network returns, and every few seconds.
      if (fault instanceof ApiError && fault.status < 500)
        this.talk.say({ text: t("present.session.refused"), tone: "warn" });
      if (!this.#ended) setTimeout(() => void (this.session ?? this.#begin()), ASK_AUDIENCE);
    }
  }

  #online = () => {
    this.#box?.retry();
    if (!this.session) void this.#begin();
  };

  /** Tells the hall where the talk is. */
  move(place: Place) {
    this.#box?.put(place);
  }

  /** Another slide is on: what was answered to the one before is no longer shown. */
  turn() {
    if (this.interaction?.slideId === this.talk.place.slideId) return;
    this.interaction = undefined;
    this.#hallSees = false;
  }

  #enter(session: LiveSession) {
    const isNew = this.session?.sessionId !== session.sessionId;
    const former = this.code;
    const hadSession = this.session !== undefined;
    this.session = session;
    this.browsing = session.controlEnabled;
    if (former !== this.code) this.talk.invited();
    if (!isNew) return;
    if (hadSession && this.code)
      this.talk.say({ text: t("present.session.newCode", { code: this.code }), tone: "plain" });
    const { sessionId } = session;
    this.#box?.stop();
    this.#box = outbox((place: Place) => live.move(sessionId, place, this.talk.builds), {
      sent: (_, state) => this.#remote.acknowledged(state, this.#box?.busy ?? false),
      refused: (refusal) => this.#refused(refusal),
    });
    this.#box.put(this.talk.place);
    this.#listen(sessionId);
    void live.questions(sessionId).then(
      (questions) => (this.questions = questions),
      () => undefined,
    );
    if (hadSession) return;
    this.#timers.push(
      setInterval(() => void this.#askAudience(), ASK_AUDIENCE),
      setInterval(() => this.#again(), REPEAT_CODES),
    );
    void this.#askAudience();
  }

  #again() {
    void live.begin(this.talk.deck.id).then(
      (session) => this.#enter(session),
      () => undefined,
    );
  }

  #listen(sessionId: string) {
    this.#stream?.close();
    let wasLost = false;
    this.#stream = live.listen(sessionId, {
      state: (state) => this.#remote.heard(state, this.#box?.busy ?? false),
      browsing: (on) => (this.browsing = on),
      changed: (slideId) => this.talk.deckChanged(slideId),
      interaction: (interaction) => this.#answered(interaction),
      questions: (questions) => (this.questions = questions),
      open: (open) => {
        this.#ownStream = open;
        if (open && wasLost) this.talk.say({ text: t("present.back"), tone: "ok" });
        wasLost = !open;
        if (open) this.#box?.retry();
      },
    });
  }

  #refused(refusal: ApiError) {
    if (refusal.status === 404) this.#again();
  }

  async #askAudience() {
    if (!this.session || document.visibilityState === "hidden") return;
    try {
      const { followers, interactionState } = await live.audience(this.session.sessionId);
      this.#counted(Math.max(0, followers - (this.#ownStream ? 1 : 0)));
      if (interactionState?.slideId === this.talk.place.slideId) {
        this.interaction = interactionState;
        this.talk.tell();
      }
    } catch (fault) {
      if (fault instanceof ApiError) this.#refused(fault);
    }
  }

  #counted(followers: number) {
    const round = ROUND.find((count) => this.mostFollowers < count && followers >= count);
    if (round) this.talk.say({ text: t("present.followers.round", { n: round }), tone: "plain" });
    this.followers = followers;
    this.mostFollowers = Math.max(this.mostFollowers, followers);
  }

  // What the hall answers and asks

  #answered(interaction: InteractionState) {
    if (interaction.slideId !== this.talk.place.slideId) return;
    this.#hallSees = interaction.totals !== undefined || !interaction.open;
    if (interaction.totals || interaction.type === "feedback") {
      this.interaction = interaction;
      this.talk.tell();
    } else void this.#askAudience();
  }

  async vote(what: "open" | "close" | "reset") {
    await this.#ask(async (sessionId, slideId) => {
      this.interaction = await live.vote(sessionId, slideId, what);
      this.talk.tell();
    });
  }

  showResults(on: boolean) {
    this.#shown = { ...this.#shown, [this.talk.place.slideId]: on };
    this.talk.tell();
  }

  async setBrowsing(on: boolean) {
    await this.#ask(async (sessionId) => {
      this.browsing = (await live.browsing(sessionId, on)).controlEnabled;
    });
  }

  async settle(question: Question, what: "answered" | "promote") {
    await this.#ask((sessionId) => live.settle(sessionId, question.id, what));
  }

  /** A question goes at once, and for good when nobody wants it back. */
  remove(question: Question) {
    const restore = () => (this.removing = this.removing.filter((id) => id !== question.id));
    this.removing = [...this.removing, question.id];
    const timer = setTimeout(() => {
      void this.#ask((sessionId) => live.settle(sessionId, question.id, "remove")).then(restore);
    }, UNDO);
    const run = () => {
      clearTimeout(timer);
      restore();
    };
    this.talk.say(
      { text: t("present.questions.removed"), tone: "plain", action: { label: t("common.undo"), run } },
      UNDO,
    );
  }

  async #ask(run: (sessionId: string, slideId: string) => Promise<unknown>) {
    if (!this.session) return;
    try {
      await run(this.session.sessionId, this.talk.place.slideId);
    } catch (fault) {
      const isOffline = !(fault instanceof ApiError);
      this.talk.say({ text: t(isOffline ? "present.waiting" : "common.failed"), tone: "warn" });
    }
  }

  /** The answers to the slide that is on, as far as they are shown. */
  get answers(): Screen["answers"] {
    const { interaction } = this;
    if (!interaction || interaction.slideId !== this.talk.place.slideId || !this.resultsShown)
      return undefined;
    const said = t(interaction.type === "feedback" ? "present.poll.texts" : "present.poll.votes", {
      n: interaction.total,
    });
    return { slideId: interaction.slideId, totals: interaction.totals ?? [], total: interaction.total, said };
  }

  // The way in

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

  /** The way in as it lies over the slide. */
  get joinCard(): Screen["join"] {
    if (!this.code) return undefined;
    return {
      address: `${location.host}/go`,
      code: this.code,
      picture: qr(this.joinLink(this.code)),
      words: t("present.join.at"),
    };
  }

  /** Tables of what came in, for the end. */
  get tables(): { label: string; href: string }[] {
    const id = this.session?.sessionId;
    if (!id) return [];
    const asked = this.talk.deck.slides.filter(asksSomething).map((slide) => ({
      label: this.talk.nameOf(slide.id),
      href: live.tables.answers(id, slide.id, takesTexts(slide)),
    }));
    const questions = this.questions.length
      ? [{ label: t("present.finish.questions"), href: live.tables.questions(id) }]
      : [];
    return [...asked, ...questions];
  }

  /** The speaker is done. Those who follow keep the last slide. */
  leave() {
    this.#ended = true;
    for (const timer of this.#timers) clearInterval(timer);
    this.#stream?.close();
    removeEventListener("online", this.#online);
  }
}

/** A code for cameras, drawn by the server. */
export const qr = (text: string) => `/api/qr.svg?text=${encodeURIComponent(text)}`;
