// The connection to the server: reachable, in maintenance, signed in.

import { api, watchCalls } from "./api";
import { watchChunks } from "./chunks";
import { t } from "./i18n";

export const connection = $state({
  /** The server cannot be reached, or the browser is offline. */
  offline: false,
  /** For a moment after `offline` ended. */
  reconnected: false,
  /** Changes are rejected until about this time. */
  maintenance: undefined as { until: Date } | undefined,
  /** A chunk does not load: the page may be older than the server. */
  chunkMissing: false,
  /** The session has expired: the page stays and asks for the password. */
  signedOut: false,
});

/** Why nothing can be changed now, in the language of the interface; undefined where changes are possible. */
export function blockedReason(): string | undefined {
  if (connection.offline) return t("common.needs.connection");
  return connection.maintenance && t("common.needs.service");
}

const RECONNECTED_SHOWN = 3000;
const DEFAULT_RETRY_AFTER = 60;
let timer: ReturnType<typeof setTimeout> | undefined;

function setOffline() {
  connection.offline = true;
  connection.reconnected = false;
}

function setOnline() {
  if (!connection.offline) return;
  connection.offline = false;
  connection.reconnected = true;
  setTimeout(() => (connection.reconnected = false), RECONNECTED_SHOWN);
}

/** Loads the maintenance state, and repeats it while maintenance is on or the server cannot be reached. */
async function checkMaintenance() {
  clearTimeout(timer);
  let retryAfter: number | undefined;
  try {
    const answer = await api.get("/api/maintenance");
    const seconds = answer.retryAfter ?? DEFAULT_RETRY_AFTER;
    connection.maintenance = answer.active ? { until: new Date(Date.now() + seconds * 1000) } : undefined;
    if (answer.active) retryAfter = seconds;
  } catch {
    retryAfter = 5;
  }
  if (retryAfter !== undefined) timer = setTimeout(() => void checkMaintenance(), retryAfter * 1000);
}

/** Watches the connection. Returns a function that stops it. */
export function watchConnection(): () => void {
  const stop = watchCalls(({ reached, error }) => {
    if (!reached) {
      if (!connection.offline) timer = setTimeout(() => void checkMaintenance(), 2000);
      return setOffline();
    }
    setOnline();
    if (error?.status === 401) connection.signedOut = true;
    if (error?.code === "maintenance" && !connection.maintenance) void checkMaintenance();
  });
  const stopChunks = watchChunks((isMissing) => (connection.chunkMissing = isMissing));
  const online = () => void checkMaintenance();
  // A response to an earlier request may still arrive, and a server on this machine is reached without a
  // network.
  const offline = () => {
    setOffline();
    clearTimeout(timer);
    timer = setTimeout(() => void checkMaintenance(), 2000);
  };
  addEventListener("offline", offline);
  addEventListener("online", online);
  void checkMaintenance();
  return () => {
    stop();
    stopChunks();
    clearTimeout(timer);
    removeEventListener("offline", offline);
    removeEventListener("online", online);
  };
}
