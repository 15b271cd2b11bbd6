// Event streams that reconnect: after 1, 2, 4, 8, then 10 s with jitter, and at once when the network or the page is
// back. A page that was hidden for ten minutes closes its stream.

import { urlOf, type PathParameters } from "./api";
import type { Streams } from "./api-types";
import { retryDelay } from "./retry";

const HIDDEN_LIMIT = 10 * 60_000;

export type EventStream = {
  /** Closes the stream for good. */
  close: () => void;
};

type Listeners<Path extends keyof Streams> = {
  /** Called with the data of an event, by the event's name. */
  events: { [Name in keyof Streams[Path]["events"]]?: (data: Streams[Path]["events"][Name]) => void };
  /** Called when the stream opens, and when it is lost and will be reopened. */
  onstate?: ((open: boolean) => void) | undefined;
};

type Input<Path extends keyof Streams> = PathParameters<Path> & Omit<Streams[Path], "events">;

/** Opens an event stream and keeps it open. */
export function openStream<Path extends keyof Streams>(
  path: Path,
  input: Input<Path>,
  { events, onstate }: Listeners<Path>,
): EventStream {
  const url = urlOf(path, input);
  let source: EventSource | undefined;
  let tries = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;

  function open() {
    clearTimeout(retryTimer);
    source?.close();
    source = new EventSource(url);
    source.onopen = () => {
      tries = 0;
      onstate?.(true);
    };
    source.onerror = () => {
      disconnect();
      retryTimer = setTimeout(open, retryDelay(tries++));
    };
    for (const [name, listener] of Object.entries<((data: never) => void) | undefined>(events)) {
      source.addEventListener(name, (event: MessageEvent<string>) =>
        listener?.((event.data ? JSON.parse(event.data) : undefined) as never),
      );
    }
  }

  function disconnect() {
    source?.close();
    source = undefined;
    onstate?.(false);
  }

  const reconnect = () => {
    if (!source && document.visibilityState === "visible") open();
  };
  const onVisibility = () => {
    clearTimeout(hiddenTimer);
    if (document.visibilityState === "visible") return reconnect();
    hiddenTimer = setTimeout(() => {
      clearTimeout(retryTimer);
      disconnect();
    }, HIDDEN_LIMIT);
  };
  addEventListener("online", reconnect);
  document.addEventListener("visibilitychange", onVisibility);
  open();

  return {
    close() {
      clearTimeout(retryTimer);
      clearTimeout(hiddenTimer);
      removeEventListener("online", reconnect);
      document.removeEventListener("visibilitychange", onVisibility);
      source?.close();
      source = undefined;
    },
  };
}
