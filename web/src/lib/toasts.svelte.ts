// Short messages at the lower left, with an action such as undo.

export type Toast = {
  text: string;
  action?: { label: string; run: () => void } | undefined;
  tone?: "plain" | "danger";
  ms?: number;
};

type ShownToast = Toast & { id: number };

const MAX_SHOWN = 3;
const DURATION = 6000;

export const toasts = $state<{ shown: ShownToast[]; past: string[] }>({ shown: [], past: [] });

let count = 0;
let paused = false;
const timers: Record<number, ReturnType<typeof setTimeout>> = {};

/** Shows a message; the fourth removes the oldest. Returns a function that removes it. */
export function toast(message: Toast): () => void {
  const id = ++count;
  toasts.shown.push({ ...message, id });
  toasts.past = [message.text, ...toasts.past].slice(0, 20);
  for (const old of toasts.shown.slice(0, -MAX_SHOWN)) dismiss(old.id);
  if (!paused) dismissLater(id, message.ms ?? DURATION);
  return () => dismiss(id);
}

/** Shows a message whose text changes. */
export function changingToast(message: Toast): { say: (text: string) => void; end: () => void } {
  const end = toast(message);
  const id = count;
  const say = (text: string) => {
    const shown = toasts.shown.find((other) => other.id === id);
    if (shown) shown.text = text;
  };
  return { say, end };
}

function dismissLater(id: number, ms: number) {
  timers[id] = setTimeout(() => dismiss(id), ms);
}

/** Removes a message. The last one ends the pause: some browsers send no event when a removed button had the focus. */
export function dismiss(id: number) {
  clearTimeout(timers[id]);
  toasts.shown = toasts.shown.filter((message) => message.id !== id);
  if (!toasts.shown.length) paused = false;
}

/** Pauses the timers while the pointer or focus is on a message; afterwards each starts again. */
export function pause(on: boolean) {
  if (paused === on) return;
  paused = on;
  for (const message of toasts.shown) {
    clearTimeout(timers[message.id]);
    if (!on) dismissLater(message.id, message.ms ?? DURATION);
  }
}
