// Event streams that come back by themselves: after 1, 2, 4, 8, then 10 s with some jitter, and at once when the
// network or the page returns. A page that nobody has looked at for ten minutes lets its stream go.

import { pauseBefore } from "./pause";

const UNSEEN = 10 * 60_000;

export type Stream = {
  /** Ends it for good. */
  close: () => void;
};

type Options = {
  /** What each event carries, read as JSON. */
  events: Record<string, (data: never, event: MessageEvent<string>) => void>;
  /** Told when the stream opens, and when it is lost (it is tried again). */
  onstate?: ((open: boolean) => void) | undefined;
};

/** Listens to the events of an address; a function gives the address anew for each try. */
export function stream(address: string | (() => string), { events, onstate }: Options): Stream {
  let source: EventSource | undefined;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unseen: ReturnType<typeof setTimeout> | undefined;

  function open() {
    clearTimeout(timer);
    source?.close();
    source = new EventSource(typeof address === "string" ? address : address());
    source.onopen = () => {
      tries = 0;
      onstate?.(true);
    };
    source.onerror = () => {
      lose();
      timer = setTimeout(open, pauseBefore(tries++));
    };
    for (const [name, told] of Object.entries(events)) {
      source.addEventListener(name, (event: MessageEvent<string>) =>
        told((event.data ? JSON.parse(event.data) : undefined) as never, event),
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
