// The stream of a session, kept open as well as the network lets it.

import { ApiError, api } from "../lib/api";
import type { Streams } from "../lib/api-types";
import { stream } from "../lib/sse";

export type Events = Streams["/api/present-sessions/{id}/events"]["events"];

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
  let losses = 0;
  let silent: ReturnType<typeof setTimeout> | undefined;

  const on =
    <K extends keyof Events>(name: K) =>
    (data: Events[K]) =>
      told.event(name, data);

  const listening = stream(
    "/api/present-sessions/{id}/events",
    { id: session },
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
        clearTimeout(silent);
        silent = undefined;
        told.health("open");
      },
    },
  );

  async function lost() {
    losses += 1;
    silent ??= setTimeout(() => told.health("lost"), BLINK);
    // A stream does not tell why it was refused; the state does.
    try {
      await api.get("/api/present-sessions/{id}/state", { id: session });
      if (losses >= REFUSED) told.health("full");
    } catch (fault) {
      if (!(fault instanceof ApiError && fault.status === 404)) return;
      listening.close();
      clearTimeout(silent);
      told.health("ended");
    }
  }
}
