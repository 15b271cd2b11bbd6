// Who else has a deck open, where they are, and who is before an audience with it.

import { api, urlOf } from "./api";
import type { Person, PresenceUpdate, Streams } from "./api-types";

const BEAT = 15_000;

type PresenceEvent = Streams["/api/presentations/{id}/events"]["events"]["presence"];

type Place = { slideId: string | null; field: string | null; presenting?: boolean };

export class Presence {
  people = $state.raw<readonly Person[]>([]);
  /** Told when somebody arrives. */
  onarrival: (person: Person) => void = () => undefined;
  private here: Place = { slideId: null, field: null };
  private timer: ReturnType<typeof setInterval> | undefined;
  private soon: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly deckId: string,
    private readonly client: string,
  ) {}

  start(): () => void {
    this.timer = setInterval(() => void this.beat(), BEAT);
    const leave = () => {
      const update: PresenceUpdate = { client: this.client, left: true };
      const body = new Blob([JSON.stringify(update)], { type: "application/json" });
      navigator.sendBeacon(urlOf("/api/presentations/{id}/presence", { id: this.deckId }), body);
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

  told({ action, ...person }: PresenceEvent) {
    if (person.client === this.client) return;
    const others = this.people.filter(({ client }) => client !== person.client);
    const isNew = others.length === this.people.length && action !== "left";
    this.people = action === "left" ? others : [...others, person];
    if (isNew) this.onarrival(person);
  }

  private async beat() {
    try {
      const body = { client: this.client, ...this.here };
      const { people } = await api.post("/api/presentations/{id}/presence", { id: this.deckId, body });
      this.people = people;
    } catch {
      // Being seen is a nicety: editing goes on without it.
    }
  }
}
