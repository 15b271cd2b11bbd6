// Who else has a deck open, where they are, and who is before an audience with it.

import { api } from "./api";

/** Somebody else at the deck. */
export interface Person {
  client: string;
  name: string;
  email: string;
  /** 1 to 6: `var(--p1)` and so on. */
  colour: number;
  slideId: string | null;
  /** A path such as `content.title`. */
  field: string | null;
  presenting: boolean;
}

const BEAT = 15_000;

type Told = Person & { action: "arrived" | "moved" | "left" };

type Place = { slideId: string | null; field: string | null; presenting?: boolean };

export class Presence {
  people = $state.raw<readonly Person[]>([]);
  /** Told when somebody arrives. */
  onarrival: (person: Person) => void = () => undefined;
  private here: Place = { slideId: null, field: null };
  private timer: ReturnType<typeof setInterval> | undefined;
  private soon: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly address: string,
    private readonly client: string,
  ) {}

  start(): () => void {
    this.timer = setInterval(() => void this.beat(), BEAT);
    const leave = () => {
      const goodbye = new Blob([JSON.stringify({ client: this.client, left: true })], {
        type: "application/json",
      });
      navigator.sendBeacon(this.address, goodbye);
    };
    addEventListener("pagehide", leave);
    void this.beat();
    return () => {
      clearInterval(this.timer);
      clearTimeout(this.soon);
      removeEventListener("pagehide", leave);
      leave();
    };
  }

  /** Says where this person is now; quick moves are told as one. */
  moved(slideId: string | null, field: string | null, presenting = false) {
    const { here } = this;
    if (slideId === here.slideId && field === here.field && presenting === (here.presenting ?? false)) return;
    this.here = presenting ? { slideId, field, presenting } : { slideId, field };
    clearTimeout(this.soon);
    this.soon = setTimeout(() => void this.beat(), 250);
  }

  told({ action, ...person }: Told) {
    if (person.client === this.client) return;
    const others = this.people.filter(({ client }) => client !== person.client);
    const isNew = others.length === this.people.length && action !== "left";
    this.people = action === "left" ? others : [...others, person];
    if (isNew) this.onarrival(person);
  }

  private async beat() {
    try {
      const answer = await api.post<{ people: Person[] }>(this.address, {
        client: this.client,
        ...this.here,
      });
      this.people = answer.people;
    } catch {
      // Being seen is a nicety: editing goes on without it.
    }
  }
}
