// The windows of one talk on this device: what the console tells the projector, and what it hears from there.

import {
  BEAT,
  channel,
  pulse,
  sequence,
  type Channel,
  type DrawnTalk,
  type Message,
  type Point,
  type Screen,
} from "./channel";
import type { Action } from "./keys";
import { otherScreen } from "./screens";

type Told = {
  /** A window asks for everything. */
  hello: () => void;
  act: (action: Action) => void;
  /** The projector came, or went. */
  projector: (there: boolean) => void;
};

export class Windows {
  /** The projector's window is there. */
  projector = $state(false);
  readonly #channel: Channel;
  readonly #seq = sequence();
  readonly #pulse = pulse((there) => {
    this.projector = there;
    this.told.projector(there);
  });
  readonly #beat: ReturnType<typeof setInterval>;
  #laserHeard: (at: Point | undefined) => void = () => undefined;

  constructor(
    private readonly deckId: string,
    private readonly told: Told,
  ) {
    this.#channel = channel(deckId, (message) => this.#heard(message));
    const alive = () => this.#channel.say({ kind: "alive", from: "console" });
    alive();
    this.#beat = setInterval(alive, BEAT);
    addEventListener("pagehide", this.#leaving);
  }

  #leaving = () => this.#channel.say({ kind: "bye", from: "console" });

  #heard(message: Message) {
    switch (message.kind) {
      case "hello":
        this.#pulse.beat();
        return this.told.hello();
      case "alive":
        if (message.from === "projector") this.#pulse.beat();
        return;
      case "bye":
        if (message.from === "projector") this.#pulse.leaving();
        return;
      case "do":
        return this.told.act(message.action);
      case "laser":
        return this.#laserHeard(message.at);
    }
  }

  /** What is on the screen now. */
  show(screen: Screen) {
    this.#channel.say({ kind: "go", seq: this.#seq(), at: Date.now(), screen });
  }

  /** All that is to be drawn. */
  give(talk: DrawnTalk) {
    this.#channel.say({ kind: "deck", seq: this.#seq(), at: Date.now(), talk });
  }

  point(at: Point | undefined) {
    this.#laserHeard(at);
    this.#channel.say({ kind: "laser", at });
  }

  /** Told of every point, from whichever window. */
  onlaser(heard: (at: Point | undefined) => void) {
    this.#laserHeard = heard;
  }

  /** Opens the window for the other screen, on that screen where the browser says where it is. */
  async openProjector(): Promise<boolean> {
    const place = await otherScreen();
    const address = `/present/${this.deckId}/window`;
    return window.open(address, `lectern-projector-${this.deckId}`, place) !== null;
  }

  /** The talk is over: the other window closes. */
  close() {
    this.#channel.say({ kind: "end" });
    clearInterval(this.#beat);
    this.#pulse.stop();
    this.#channel.close();
    removeEventListener("pagehide", this.#leaving);
  }
}
