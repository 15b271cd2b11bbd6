// Sends the position of the talk: one request at a time, and of the waiting positions only the newest.

import { ApiError } from "../lib/api";
import { retryDelay } from "../lib/retry";

type OutboxListeners<Item, Answer> = {
  /** The server accepted the item. */
  sent: (item: Item, answer: Answer) => void;
  /** The server rejected the item. */
  refused: (refusal: ApiError, item: Item) => void;
};

export type Outbox<Item> = {
  /** Sends an item, in place of one that waits. */
  put: (item: Item) => void;
  /** Whether an item is being sent or waits. */
  readonly busy: boolean;
  /** Retries at once. */
  retry: () => void;
  /** Drops the waiting item and sends nothing again. */
  stop: () => void;
};

/** An outbox that sends with `send`, and again after a failure of the network or the server. */
export function outbox<Item, Answer>(
  send: (item: Item) => Promise<Answer>,
  { sent, refused }: OutboxListeners<Item, Answer>,
): Outbox<Item> {
  let waiting: { item: Item } | undefined;
  let isSending = false;
  let isStopped = false;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function sendNext() {
    clearTimeout(timer);
    if (isSending || !waiting) return;
    const { item } = waiting;
    waiting = undefined;
    isSending = true;
    try {
      const answer = await send(item);
      isSending = false;
      tries = 0;
      sent(item, answer);
    } catch (fault) {
      isSending = false;
      if (isStopped) return;
      if (fault instanceof ApiError && fault.status < 500 && fault.status !== 429) refused(fault, item);
      else {
        waiting ??= { item };
        timer = setTimeout(() => void sendNext(), retryDelay(tries++));
        return;
      }
    }
    void sendNext();
  }

  return {
    put(item) {
      waiting = { item };
      void sendNext();
    },
    get busy() {
      return isSending || waiting !== undefined;
    },
    retry: () => void sendNext(),
    stop() {
      isStopped = true;
      clearTimeout(timer);
      waiting = undefined;
    },
  };
}
