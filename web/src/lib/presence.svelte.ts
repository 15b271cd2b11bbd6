// The other users who have a deck open, their position, and who is presenting.

import { api, urlOf } from "./api";
import type { Person, SetPresence, Streams } from "./api-types";

const INTERVAL = 15_000;

type PresenceEvent = Streams["/api/presentations/{id}/events"]["events"]["presence"];

type Position = Pick<SetPresence, "slideId" | "field" | "presenting">;

export class Presence {
  people = $state.raw<readonly Person[]>([]);
  /** Called when somebody arrives. */
  onarrival: (person: Person) => void = () => undefined;
  private position: Position = {};
  private interval: ReturnType<typeof setInterval> | undefined;
  private delay: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly deckId: string,
    private readonly client: string,
  ) {}

  /** Announces the user, and their position at intervals. Returns a function that announces that they left. */
  start(): () => void {
    this.interval = setInterval(() => void this.sendUpdate(), INTERVAL);
    const leave = () => {
      const update: SetPresence = { client: this.client, left: true };
      const body = new Blob([JSON.stringify(update)], { type: "application/json" });
      navigator.sendBeacon(urlOf("/api/presentations/{id}/presence", { id: this.deckId }), body);
    };
    addEventListener("pagehide", leave);
    void this.sendUpdate();
    return () => {
      clearInterval(this.interval);
      clearTimeout(this.delay);
      removeEventListener("pagehide", leave);
      leave();
    };
  }

  /** Sends the user's position; quick moves are sent as one. */
  moveTo(slideId: string | null, field: string | null, presenting = false) {
    const { position } = this;
    if (
      slideId === (position.slideId ?? null) &&
      field === (position.field ?? null) &&
      presenting === (position.presenting ?? false)
    )
      return;
    this.position = {
      ...(slideId === null ? {} : { slideId }),
      ...(field === null ? {} : { field }),
      ...(presenting ? { presenting } : {}),
    };
    clearTimeout(this.delay);
    this.delay = setTimeout(() => void this.sendUpdate(), 250);
  }

  receive({ action, ...person }: PresenceEvent) {
    if (person.client === this.client) return;
    const others = this.people.filter(({ client }) => client !== person.client);
    const isArrival = others.length === this.people.length && action !== "left";
    this.people = action === "left" ? others : [...others, person];
    if (isArrival) this.onarrival(person);
  }

  private async sendUpdate() {
    try {
      const body = { client: this.client, ...this.position };
      const { people } = await api.post("/api/presentations/{id}/presence", { id: this.deckId, body });
      this.people = people;
    } catch {
      // Editing works without presence.
    }
  }
}
