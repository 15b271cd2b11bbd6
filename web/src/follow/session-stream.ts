// The event stream of a live session.

import { ApiError, api } from "../lib/api";
import type { Streams } from "../lib/api-types";
import { openStream } from "../lib/event-stream";

export type Events = Streams["/api/present-sessions/{id}/events"]["events"];

/** Whether the stream is open, disconnected for more than `SHORT_LOSS`, rejected because the session is full, or ended. */
export type StreamHealth = "open" | "lost" | "full" | "ended";

type SessionListeners = {
  /** The access key for the notes, if the page was opened with one. The server closes the stream when that key changes. */
  key?: string | undefined;
  event<K extends keyof Events>(name: K, data: Events[K]): void;
  health(health: StreamHealth): void;
};

/** Shorter losses, in milliseconds, are not reported. */
const SHORT_LOSS = 3_000;
/** The number of losses in a row after which a running session counts as full. */
const MAX_LOSSES = 3;

/** Listens to a session until it ends. */
export function listenToSession(session: string, listeners: SessionListeners) {
  let losses = 0;
  let lostTimer: ReturnType<typeof setTimeout> | undefined;

  const on =
    <K extends keyof Events>(name: K) =>
    (data: Events[K]) =>
      listeners.event(name, data);

  const stream = openStream(
    "/api/present-sessions/{id}/events",
    { id: session, query: { key: listeners.key } },
    {
      events: {
        state: on("state"),
        controlEnabled: on("controlEnabled"),
        deckUpdated: on("deckUpdated"),
        interactionState: on("interactionState"),
      },
      onstate(open) {
        if (!open) return void lost();
        losses = 0;
        clearTimeout(lostTimer);
        lostTimer = undefined;
        listeners.health("open");
      },
    },
  );

  async function lost() {
    losses += 1;
    lostTimer ??= setTimeout(() => listeners.health("lost"), SHORT_LOSS);
    // The stream does not say why it was rejected. The state route says whether the session still exists; a session that
    // exists and rejects the stream again and again is full.
    try {
      await api.get("/api/present-sessions/{id}/state", { id: session });
      if (losses >= MAX_LOSSES) listeners.health("full");
    } catch (fault) {
      if (!(fault instanceof ApiError && fault.status === 404)) return;
      stream.close();
      clearTimeout(lostTimer);
      listeners.health("ended");
    }
  }
}
