// Where the talk stands, on its way to the server: one call at a time, and of what waits only the newest.

import { ApiError } from "../lib/api";
import { pauseBefore } from "../lib/pause";

type Told<Item, Answer> = {
  /** It arrived. */
  sent: (item: Item, answer: Answer) => void;
  /** The server will not have it. */
  refused: (refusal: ApiError, item: Item) => void;
};

export type Outbox<Item> = {
  put: (item: Item) => void;
  /** Whether anything is on its way or waits. */
  readonly busy: boolean;
  /** Tries at once what waits for the network. */
  retry: () => void;
  stop: () => void;
};

export function outbox<Item, Answer>(
  send: (item: Item) => Promise<Answer>,
  { sent, refused }: Told<Item, Answer>,
): Outbox<Item> {
  let waiting: { item: Item } | undefined;
  let flying = false;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function fly() {
    clearTimeout(timer);
    if (flying || !waiting) return;
    const { item } = waiting;
    waiting = undefined;
    flying = true;
    try {
      const answer = await send(item);
      flying = false;
      tries = 0;
      sent(item, answer);
    } catch (fault) {
      flying = false;
      if (fault instanceof ApiError && fault.status < 500 && fault.status !== 429) refused(fault, item);
      else {
        waiting ??= { item };
        timer = setTimeout(() => void fly(), pauseBefore(tries++));
        return;
      }
    }
    void fly();
  }

  return {
    put(item) {
      waiting = { item };
      void fly();
    },
    get busy() {
      return flying || waiting !== undefined;
    },
    retry: () => void fly(),
    stop() {
      clearTimeout(timer);
      waiting = undefined;
    },
  };
}
