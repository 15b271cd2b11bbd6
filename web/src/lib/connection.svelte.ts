// Whether the server is there for us: reached, open for changes, and still knowing who we are.

import { api, watchCalls } from "./api";
import { watchParts } from "./parts";

export const connection = $state({
  /** No call gets through, or the browser says that there is no network. */
  offline: false,
  /** For a moment after `offline` ended. */
  back: false,
  /** Changes are refused until about then. */
  maintenance: undefined as { until: Date } | undefined,
  /** A part of the page does not come: it may be older than the server. */
  incomplete: false,
  /** The sign-in has ended: the page stays, and asks for the password. */
  signedOut: false,
});

/** Why what changes something cannot be pressed now: a key of the words, or nothing. */
export function hindrance(): "common.needs.connection" | "common.needs.service" | undefined {
  if (connection.offline) return "common.needs.connection";
  return connection.maintenance && "common.needs.service";
}

const AWAY = 3000;
const DEFAULT_WAIT = 60;
let asking: ReturnType<typeof setTimeout> | undefined;

function wentAway() {
  connection.offline = true;
  connection.back = false;
}

function cameBack() {
  if (!connection.offline) return;
  connection.offline = false;
  connection.back = true;
  setTimeout(() => (connection.back = false), AWAY);
}

/** Asks for the switch now, and again while it is on or the server is away. */
async function ask() {
  clearTimeout(asking);
  let wait: number | undefined;
  try {
    const answer = await api.get("/api/maintenance");
    const seconds = answer.retryAfter ?? DEFAULT_WAIT;
    connection.maintenance = answer.active ? { until: new Date(Date.now() + seconds * 1000) } : undefined;
    if (answer.active) wait = seconds;
  } catch {
    wait = 5;
  }
  if (wait !== undefined) asking = setTimeout(() => void ask(), wait * 1000);
}

/** Watches the connection for as long as the page is there. */
export function watchConnection(): () => void {
  const stop = watchCalls(({ reached, error }) => {
    if (!reached) {
      if (!connection.offline) asking = setTimeout(() => void ask(), 2000);
      return wentAway();
    }
    cameBack();
    if (error?.status === 401) connection.signedOut = true;
    if (error?.code === "maintenance" && !connection.maintenance) void ask();
  });
  const stopParts = watchParts((isMissing) => (connection.incomplete = isMissing));
  const online = () => void ask();
  addEventListener("offline", wentAway);
  addEventListener("online", online);
  void ask();
  return () => {
    stop();
    stopParts();
    clearTimeout(asking);
    removeEventListener("offline", wentAway);
    removeEventListener("online", online);
  };
}
