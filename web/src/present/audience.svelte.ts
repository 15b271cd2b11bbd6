// The audience of a talk: its session, followers, answers and questions. This module sends the requests and notifies
// the talk of changes.

import { ApiError } from "../lib/api";
import type { InteractionState, Invite, LiveSession, MarksNotice, Question } from "../lib/api-types";
import { t } from "../lib/i18n";
import type { EventStream } from "../lib/event-stream";
import type { Screen } from "./channel";
import { asksSomething, takesTexts, type Deck } from "./deck";
import { outbox, type Outbox } from "./outbox";
import type { Pill } from "./pill";
import type { TalkPosition } from "./position";
import { remoteMoves } from "./remote-moves";
import * as live from "./session";

/** What the audience needs of the talk. */
export interface Speaker {
  readonly deck: Deck;
  readonly place: TalkPosition;
  readonly lang: string;
  readonly builds: boolean;
  /** Applies a move of somebody else, which the server already knows. */
  follow(slideId: string, step: number): void;
  /** The deck changed during the talk. */
  deckChanged(slideId: string): void;
  /** Finds changes of the deck whose events did not arrive. */
  checkDeck(): void;
  /** The join code changed: slides that show it are drawn again. */
  inviteChanged(): void;
  /** Sends the screen to the windows. */
  updateScreen(): void;
  /** The audience reacted. */
  react(counts: Record<string, number>): void;
  /** A session began, or another one. */
  sessionBegan(sessionId: string): void;
  /** Somebody points, draws or has captions. */
  marksNoticed(notice: MarksNotice): void;
  showPill(pill: Pill, ms?: number): void;
  nameOf(slideId: string): string;
}

const POLL_INTERVAL = 5000;
const CODES_INTERVAL = 10 * 60_000;
const UNDO_DELAY = 6000;
const MILESTONES = [10, 50, 100];

export class AudienceSession {
  session = $state.raw<LiveSession | undefined>(undefined);
  followers = $state(0);
  mostFollowers = $state(0);
  /** The audience may browse. */
  browsing = $state(false);
  interaction = $state.raw<InteractionState | undefined>(undefined);
  /** The free-text answers to the current slide, the newest first. */
  #texts = $state.raw<{ slideId: string; texts: string[]; updatedAt: number } | undefined>(undefined);
  questions = $state.raw<Question[]>([]);
  /** The audience may ask further questions. */
  questionsOpen = $state(true);
  /** Ids of questions that are being removed. */
  removing = $state.raw<readonly string[]>([]);
  /**
   * Whether the speaker shows results, by slide id. Without an entry, they are shown where the audience may see them.
   */
  #shown = $state.raw<Readonly<Record<string, boolean>>>({});
  #audienceSees = $state(false);

  readonly code = $derived.by(() => {
    const codes = this.session?.followCodes ?? {};
    return codes[this.talk.lang] ?? Object.values(codes)[0];
  });
  readonly openQuestions = $derived(
    this.questions.filter((question) => question.status === "active" && !this.removing.includes(question.id)),
  );
  readonly resultsShown = $derived.by(() => this.#shown[this.talk.place.slideId] ?? this.#audienceSees);

  #outbox: Outbox<TalkPosition> | undefined;
  #remote = remoteMoves((state) => this.talk.follow(state.slideId, state.stepIdx));
  #stream: EventStream | undefined;
  #timers: ReturnType<typeof setInterval>[] = [];
  #ended = false;
  /** Whether a new session replaces the one of a finished talk, so that its answers are not shown. */
  #anew = false;

  constructor(private readonly talk: Speaker) {}

  /**
   * Starts the session, or finds one: the running one, or, unless `anew`, a finished one. Retries until there is one.
   */
  async begin(anew: boolean) {
    this.#anew = anew;
    addEventListener("online", this.#online);
    await this.#begin();
  }

  async #begin() {
    try {
      this.#setSession(await live.begin(this.talk.deck.id, this.#anew));
    } catch (fault) {
      // Offline or in maintenance: retried when the network is back, and every few seconds.
      if (fault instanceof ApiError && fault.status < 500)
        this.talk.showPill({ text: t("present.session.refused"), tone: "warn" });
      if (!this.#ended) setTimeout(() => void (this.session ?? this.#begin()), POLL_INTERVAL);
    }
  }

  #online = () => {
    this.#outbox?.retry();
    if (!this.session) void this.#begin();
    else this.talk.checkDeck();
  };

  /** Sends the position of the talk. */
  move(place: TalkPosition) {
    this.#outbox?.put(place);
  }

  /** Clears the answers to the previous slide. */
  onSlideChange() {
    if (this.interaction?.slideId === this.talk.place.slideId) return;
    this.interaction = undefined;
    this.#audienceSees = false;
  }

  #setSession(session: LiveSession) {
    if (this.#ended) return;
    const isNew = this.session?.sessionId !== session.sessionId;
    const formerCode = this.code;
    const hadSession = this.session !== undefined;
    this.session = session;
    this.browsing = session.controlEnabled;
    if (formerCode !== this.code) this.talk.inviteChanged();
    if (!isNew) return;
    if (hadSession && this.code)
      this.talk.showPill({ text: t("present.session.newCode", { code: this.code }), tone: "plain" });
    const { sessionId } = session;
    this.#outbox?.stop();
    this.#outbox = outbox((place: TalkPosition) => live.move(sessionId, place, this.talk.builds), {
      sent: (_, state) => this.#remote.acknowledged(state, this.#outbox?.busy ?? false),
      refused: (refusal) => this.#onRefused(refusal),
    });
    this.#outbox.put(this.talk.place);
    this.talk.sessionBegan(sessionId);
    this.#listen(sessionId);
    void live.questions(sessionId).then(
      (state) => this.#setQuestions(state),
      () => undefined,
    );
    if (hadSession) return;
    this.#timers.push(
      setInterval(() => void this.#loadAudience(), POLL_INTERVAL),
      setInterval(() => this.renewSession(), CODES_INTERVAL),
    );
    void this.#loadAudience();
  }

  /** Fetches the codes and the notes key, which may have changed. */
  renewSession() {
    void live.begin(this.talk.deck.id).then(
      (session) => this.#setSession(session),
      () => undefined,
    );
  }

  #listen(sessionId: string) {
    this.#stream?.close();
    let wasLost = false;
    this.#stream = live.listen(sessionId, {
      state: (state) => this.#remote.received(state, this.#outbox?.busy ?? false),
      browsing: (on) => (this.browsing = on),
      changed: (slideId) => this.talk.deckChanged(slideId),
      interaction: (interaction) => this.#onInteraction(interaction),
      questions: (state) => this.#setQuestions(state),
      reactions: (counts) => this.talk.react(counts),
      marks: (notice) => this.talk.marksNoticed(notice),
      open: (open) => {
        if (open && wasLost) this.talk.showPill({ text: t("present.back"), tone: "ok" });
        wasLost = !open;
        if (!open) return;
        this.#outbox?.retry();
        this.talk.checkDeck();
      },
    });
  }

  #setQuestions({ questions, open }: { questions: Question[]; open: boolean }) {
    this.questions = questions;
    this.questionsOpen = open;
  }

  #onRefused(refusal: ApiError) {
    if (refusal.status === 404) this.renewSession();
  }

  async #loadAudience() {
    if (!this.session || document.visibilityState === "hidden") return;
    try {
      const { followers, interactionState, questionsOpen } = await live.audience(this.session.sessionId);
      this.questionsOpen = questionsOpen;
      this.#setFollowers(followers);
      if (interactionState?.slideId === this.talk.place.slideId) {
        this.interaction = interactionState;
        this.talk.updateScreen();
        void this.#loadTexts();
      }
    } catch (fault) {
      if (fault instanceof ApiError) this.#onRefused(fault);
    }
  }

  #setFollowers(followers: number) {
    const milestone = MILESTONES.findLast((count) => this.mostFollowers < count && followers >= count);
    if (milestone)
      this.talk.showPill({ text: t("present.followers.round", { n: milestone }), tone: "plain" });
    this.followers = followers;
    this.mostFollowers = Math.max(this.mostFollowers, followers);
  }

  // Answers and questions

  #onInteraction(interaction: InteractionState) {
    if (interaction.slideId !== this.talk.place.slideId) return;
    this.#audienceSees = interaction.totals !== undefined || !interaction.open;
    if (interaction.totals || interaction.type === "feedback") {
      this.interaction = interaction;
      this.talk.updateScreen();
      void this.#loadTexts();
    } else void this.#loadAudience();
  }

  /** Fetches the free-text answers where they have changed. The console lists them before the audience sees them. */
  async #loadTexts() {
    const { interaction, session } = this;
    if (!session || interaction?.type !== "feedback") return;
    const { slideId, updatedAt } = interaction;
    if (this.#texts?.slideId === slideId && this.#texts.updatedAt === updatedAt) return;
    try {
      const texts = await live.texts(session.sessionId, slideId);
      this.#texts = { slideId, texts, updatedAt };
      this.talk.updateScreen();
    } catch {
      // The next change tries again.
    }
  }

  async vote(what: "open" | "close" | "reset") {
    await this.#request(async (sessionId, slideId) => {
      this.interaction = await live.setVoting(sessionId, slideId, what);
      this.talk.updateScreen();
    });
  }

  showResults(on: boolean) {
    this.#shown = { ...this.#shown, [this.talk.place.slideId]: on };
    this.talk.updateScreen();
    void this.#loadTexts();
  }

  async setBrowsing(on: boolean) {
    await this.#request(async (sessionId) => {
      this.browsing = (await live.setBrowsing(sessionId, on)).controlEnabled;
    });
  }

  async moderate(question: Question, what: "answered" | "promote") {
    await this.#request((sessionId) => live.moderate(sessionId, question.id, what));
  }

  /** Removes a question, after a delay in which it can be undone. */
  remove(question: Question) {
    const restore = () => (this.removing = this.removing.filter((id) => id !== question.id));
    this.removing = [...this.removing, question.id];
    const timer = setTimeout(() => {
      void this.#request((sessionId) => live.moderate(sessionId, question.id, "remove")).then(restore);
    }, UNDO_DELAY);
    const run = () => {
      clearTimeout(timer);
      restore();
    };
    this.talk.showPill(
      { text: t("present.questions.removed"), tone: "plain", action: { label: t("common.undo"), run } },
      UNDO_DELAY,
    );
  }

  /** Removes all questions of the person who asked one. */
  async removeAsker(question: Question) {
    await this.#request(async (sessionId) => {
      const n = await live.removeAsker(sessionId, question.id);
      this.talk.showPill({ text: t("present.questions.askerRemoved", { n }), tone: "plain" });
    });
  }

  async setQuestionsOpen(open: boolean) {
    await this.#request(async (sessionId) => {
      this.questionsOpen = await live.setQuestionsOpen(sessionId, open);
    });
  }

  async #request(run: (sessionId: string, slideId: string) => Promise<unknown>) {
    if (!this.session) return;
    try {
      await run(this.session.sessionId, this.talk.place.slideId);
    } catch (fault) {
      const isOffline = !(fault instanceof ApiError);
      this.talk.showPill({ text: t(isOffline ? "present.waiting" : "common.failed"), tone: "warn" });
    }
  }

  /** The answers to the current slide, where they are shown. */
  get answers(): Screen["answers"] {
    const { interaction } = this;
    if (!interaction || interaction.slideId !== this.talk.place.slideId) return undefined;
    const { slideId, type, open } = interaction;
    const words = type === "feedback" ? ("present.poll.texts" as const) : ("present.poll" as const);
    const closed = open ? undefined : t(`${words}.isClosed`);
    // Where results are hidden, too, the slide shows that voting is closed.
    if (!this.resultsShown)
      return closed ? { slideId, totals: [], total: 0, caption: "", closed, texts: [] } : undefined;
    const caption = t(type === "feedback" ? "present.poll.texts" : "present.poll.votes", {
      n: interaction.total,
    });
    return {
      slideId,
      totals: interaction.totals ?? [],
      total: interaction.total,
      caption,
      closed,
      texts: this.texts,
    };
  }

  /** The free-text answers to the current slide, the newest first. */
  get texts(): string[] {
    return this.#texts?.slideId === this.talk.place.slideId ? this.#texts.texts : [];
  }

  // Joining

  get invite(): Invite | undefined {
    return this.code
      ? { address: `${location.host}/go`, link: this.joinLink(this.code), code: this.code }
      : undefined;
  }

  joinLink(code: string): string {
    return `${location.origin}/go/${code}`;
  }

  get notesLink(): string | undefined {
    return this.session && `${location.origin}/notes/${this.session.sessionId}?key=${this.session.remoteKey}`;
  }

  /** The join card over the slide. */
  get joinCard(): Screen["join"] {
    if (!this.code) return undefined;
    return {
      address: `${location.host}/go`,
      code: this.code,
      picture: qr(this.joinLink(this.code)),
      words: t("present.join.at"),
    };
  }

  /** Downloads for the end card. */
  get tables(): { label: string; href: string }[] {
    const id = this.session?.sessionId;
    if (!id) return [];
    const asked = this.talk.deck.slides.filter(asksSomething).map((slide) => ({
      label: this.talk.nameOf(slide.id),
      href: live.csvUrls.answers(id, slide.id, takesTexts(slide)),
    }));
    const questions = this.questions.length
      ? [{ label: t("present.finish.questions"), href: live.csvUrls.questions(id) }]
      : [];
    return [...asked, ...questions];
  }

  /** Ends the talk for the audience. Without a network it ends when nobody has used it for a while. */
  async finish() {
    if (this.session) await live.finish(this.session.sessionId).catch(() => undefined);
  }

  /** Closes the event stream, and sends nothing any more. */
  leave() {
    this.#ended = true;
    for (const timer of this.#timers) clearInterval(timer);
    this.#outbox?.stop();
    this.#stream?.close();
    removeEventListener("online", this.#online);
  }
}

/** The URL of a QR code. */
export const qr = (text: string) => `/api/qr.svg?text=${encodeURIComponent(text)}`;
