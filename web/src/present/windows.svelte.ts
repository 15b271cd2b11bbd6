// The windows of one talk on this device: messages between console and projector.

import {
  HEARTBEAT,
  channel,
  watchHeartbeat,
  sequence,
  type Channel,
  type DrawnTalk,
  type Message,
  type Point,
  type Screen,
} from "./channel";
import type { Caption, SlideMarks } from "../lib/api-types";
import type { ReactionCounts } from "./floating-reactions";
import type { Action } from "./keys";
import { otherScreen } from "./screens";

type WindowListeners = {
  /** A window requests the whole state. */
  hello: () => void;
  act: (action: Action) => void;
  /** The projector window opened or closed. */
  projector: (isOpen: boolean) => void;
  /** The laser moved, in any window. */
  pointed: (at: Point | undefined) => void;
};

export class Windows {
  /** Whether the projector window is open. */
  projector = $state(false);
  readonly #channel: Channel;
  readonly #seq = sequence();
  readonly #projector = watchHeartbeat((isOpen) => {
    this.projector = isOpen;
    this.listeners.projector(isOpen);
  });
  readonly #beat: ReturnType<typeof setInterval>;
  #onLaser: (at: Point | undefined) => void = () => undefined;
  #onReactions: (counts: ReactionCounts) => void = () => undefined;
  #onMarks: (marks: SlideMarks) => void = () => undefined;
  #onCaption: (caption: Caption) => void = () => undefined;

  constructor(
    private readonly deckId: string,
    private readonly listeners: WindowListeners,
  ) {
    this.#channel = channel(deckId, (message) => this.#onMessage(message));
    const alive = () => this.#channel.send({ kind: "alive", from: "console" });
    alive();
    this.#beat = setInterval(alive, HEARTBEAT);
    addEventListener("pagehide", this.#leaving);
  }

  #leaving = () => this.#channel.send({ kind: "bye", from: "console" });

  #onMessage(message: Message) {
    switch (message.kind) {
      case "hello":
        this.#projector.beat();
        return this.listeners.hello();
      case "alive":
        if (message.from === "projector") this.#projector.beat();
        return;
      case "bye":
        if (message.from === "projector") this.#projector.leaving();
        return;
      case "do":
        return this.listeners.act(message.action);
      case "laser":
        this.listeners.pointed(message.at);
        return this.#onLaser(message.at);
    }
  }

  /** Sends the current screen. */
  sendScreen(screen: Screen) {
    this.#channel.send({ kind: "go", seq: this.#seq(), at: Date.now(), screen });
  }

  /** Sends the drawn talk. */
  sendTalk(talk: DrawnTalk) {
    this.#channel.send({ kind: "deck", seq: this.#seq(), at: Date.now(), talk });
  }

  point(at: Point | undefined) {
    this.listeners.pointed(at);
    this.#onLaser(at);
    this.#channel.send({ kind: "laser", at });
  }

  /** Shows reactions of the audience in all windows. */
  react(counts: ReactionCounts) {
    this.#onReactions(counts);
    this.#channel.send({ kind: "reactions", counts });
  }

  /** Shows marks in all windows. */
  mark(marks: SlideMarks) {
    this.#onMarks(marks);
    this.#channel.send({ kind: "marks", marks });
  }

  /** Shows a caption in all windows. */
  caption(caption: Caption) {
    this.#onCaption(caption);
    this.#channel.send({ kind: "caption", caption });
  }

  /** Sets the listeners for marks and captions. */
  onmarks(marks: (marks: SlideMarks) => void, caption: (caption: Caption) => void) {
    [this.#onMarks, this.#onCaption] = [marks, caption];
  }

  /** Sets the listener for reactions. */
  onreactions(listener: (counts: ReactionCounts) => void) {
    this.#onReactions = listener;
  }

  /** Sets the listener for laser points of all windows. */
  onlaser(listener: (at: Point | undefined) => void) {
    this.#onLaser = listener;
  }

  /** Opens the projector window, on the other screen where the browser knows it. Returns whether it opened. */
  async openProjector(): Promise<boolean> {
    const place = await otherScreen();
    const address = `/present/${this.deckId}/window`;
    return window.open(address, `lectern-projector-${this.deckId}`, place) !== null;
  }

  /** Closes the other window and the channel. */
  close() {
    this.#channel.send({ kind: "end" });
    clearInterval(this.#beat);
    this.#projector.stop();
    this.#channel.close();
    removeEventListener("pagehide", this.#leaving);
  }
}
