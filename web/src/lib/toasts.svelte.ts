// Short messages at the lower left: what was done, and how to undo it.

export type Toast = {
  text: string;
  action?: { label: string; run: () => void } | undefined;
  tone?: "plain" | "danger";
  ms?: number;
};

type Shown = Toast & { id: number };

const MOST = 3;
const LIFE = 6000;

export const toasts = $state<{ shown: Shown[]; past: string[] }>({ shown: [], past: [] });

let count = 0;
let paused = false;
const timers: Record<number, ReturnType<typeof setTimeout>> = {};

/** Shows a message; the oldest of four goes. Answers how to take it away. */
export function toast(message: Toast): () => void {
  const id = ++count;
  toasts.shown.push({ ...message, id });
  toasts.past = [message.text, ...toasts.past].slice(0, 20);
  for (const old of toasts.shown.slice(0, -MOST)) dismiss(old.id);
  if (!paused) wait(id, message.ms ?? LIFE);
  return () => dismiss(id);
}

function wait(id: number, ms: number) {
  timers[id] = setTimeout(() => dismiss(id), ms);
}

/** Takes a message away. */
export function dismiss(id: number) {
  clearTimeout(timers[id]);
  toasts.shown = toasts.shown.filter((message) => message.id !== id);
}

/** Nothing goes while the pointer or the focus is on it; afterwards each has its time again. */
export function pause(on: boolean) {
  if (paused === on) return;
  paused = on;
  for (const message of toasts.shown) {
    clearTimeout(timers[message.id]);
    if (!on) wait(message.id, message.ms ?? LIFE);
  }
}
