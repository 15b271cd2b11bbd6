// The stream of a session, kept open as well as the network lets it.

import { ApiError, api } from "../lib/api";
import { stream } from "../lib/sse";
import type { State } from "./page";

/** How a slide, or the questions, stand. */
export type InteractionState = {
  slideId?: string;
  type: "poll" | "likert" | "feedback" | "qa";
  open: boolean;
  totals?: number[];
  total: number;
  myVote?: number;
  myText?: string;
  questions?: Question[];
};

export type Question = {
  id: string;
  text: string;
  authorName: string;
  upvotes: number;
  status: "active" | "answered" | "promoted";
  mine?: boolean;
  upvoted?: boolean;
};

export type Events = {
  state: State;
  controlEnabled: { controlEnabled: boolean };
  deckUpdated: { slideId: string; revision: number };
  interactionState: InteractionState;
};

/** Whether the stream is open, lost for a while, refused for want of room, or over. */
export type Health = "open" | "lost" | "full" | "ended";

type Told = {
  event<K extends keyof Events>(name: K, data: Events[K]): void;
  health(health: Health): void;
};

/** A loss shorter than this is not worth a word. */
const BLINK = 3_000;
/** Losses in a row after which a stream that is refused, though the talk runs, has found no room. */
const REFUSED = 3;

/** Listens to a session until it ends. */
export function listen(session: string, told: Told) {
  const base = `/api/present-sessions/${encodeURIComponent(session)}`;
  let losses = 0;
  let silent: ReturnType<typeof setTimeout> | undefined;

  const on =
    <K extends keyof Events>(name: K) =>
    (data: Events[K]) =>
      told.event(name, data);

  const listening = stream(`${base}/events`, {
    events: {
      state: on("state"),
      controlEnabled: on("controlEnabled"),
      deckUpdated: on("deckUpdated"),
      interactionState: on("interactionState"),
    },
    onstate(open) {
      if (!open) return void lost();
      losses = 0;
      clearTimeout(silent);
      silent = undefined;
      told.health("open");
    },
  });

  async function lost() {
    losses += 1;
    silent ??= setTimeout(() => told.health("lost"), BLINK);
    // A stream does not tell why it was refused; the state does.
    try {
      await api.get(`${base}/state`);
      if (losses >= REFUSED) told.health("full");
    } catch (fault) {
      if (!(fault instanceof ApiError && fault.status === 404)) return;
      listening.close();
      clearTimeout(silent);
      told.health("ended");
    }
  }
}
