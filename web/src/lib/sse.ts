// Event streams that come back by themselves: after 1, 2, 4, 8, then 10 s with some jitter, and at once when the
// network or the page returns. A page that nobody has looked at for ten minutes lets its stream go.

import { urlOf, type PathParameters } from "./api";
import type { Streams } from "./api-types";
import { pauseBefore } from "./pause";

const UNSEEN = 10 * 60_000;

export type Stream = {
  /** Ends it for good. */
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
export function stream<Path extends keyof Streams>(
  path: Path,
  input: Input<Path>,
  { events, onstate }: Listeners<Path>,
): Stream {
  const url = urlOf(path, input);
  let source: EventSource | undefined;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unseen: ReturnType<typeof setTimeout> | undefined;

  function open() {
    clearTimeout(timer);
    source?.close();
    source = new EventSource(url);
    source.onopen = () => {
      tries = 0;
      onstate?.(true);
    };
    source.onerror = () => {
      lose();
      timer = setTimeout(open, pauseBefore(tries++));
    };
    for (const [name, listener] of Object.entries<((data: never) => void) | undefined>(events)) {
      source.addEventListener(name, (event: MessageEvent<string>) =>
        listener?.((event.data ? JSON.parse(event.data) : undefined) as never),
      );
    }
  }

  function lose() {
    source?.close();
    source = undefined;
    onstate?.(false);
  }

  const now = () => {
    if (!source && document.visibilityState === "visible") open();
  };
  const seen = () => {
    clearTimeout(unseen);
    if (document.visibilityState === "visible") return now();
    unseen = setTimeout(() => {
      clearTimeout(timer);
      lose();
    }, UNSEEN);
  };
  addEventListener("online", now);
  document.addEventListener("visibilitychange", seen);
  open();

  return {
    close() {
      clearTimeout(timer);
      clearTimeout(unseen);
      removeEventListener("online", now);
      document.removeEventListener("visibilitychange", seen);
      source?.close();
      source = undefined;
    },
  };
}
