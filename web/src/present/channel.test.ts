import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { channel, newest, watchHeartbeat, sequence, type Message } from "./channel";

it("accepts the newest number, and no older or equal one", () => {
  const isNews = newest();
  expect([5, 4, 5, 9, 7].map(isNews)).toEqual([true, false, false, true, false]);
});

it("numbers rise even where the clock does not, and a later console has higher ones", () => {
  const first = sequence(() => 1000);
  expect([first(), first(), first()]).toEqual([1000, 1001, 1002]);
  expect(sequence(() => 5000)()).toBeGreaterThan(first());
});

it("carries messages between the windows of one deck only", async () => {
  const messages: Message[] = [];
  const open = [
    channel("one", () => {}),
    channel("one", (message) => messages.push(message)),
    channel("two", (message) => messages.push(message)),
  ];
  open[0]?.send({ kind: "do", action: "next" });
  await vi.waitFor(() => expect(messages).toEqual([{ kind: "do", action: "next" }]));
  for (const each of open) each.close();
});

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

it("reports once that the other side is silent, and once that it is back", () => {
  const changes: boolean[] = [];
  const other = watchHeartbeat((isPresent) => changes.push(isPresent), 5000);
  other.beat();
  vi.advanceTimersByTime(4000);
  other.beat();
  vi.advanceTimersByTime(4900);
  expect(changes).toEqual([true]);
  vi.advanceTimersByTime(200);
  expect(changes).toEqual([true, false]);
  other.beat();
  expect(changes).toEqual([true, false, true]);
});

it("waits for a reload of a side that is closing", () => {
  const changes: boolean[] = [];
  const other = watchHeartbeat((isPresent) => changes.push(isPresent), 5000);
  other.beat();
  other.leaving();
  vi.advanceTimersByTime(1000);
  other.beat();
  expect(changes).toEqual([true]);
  other.leaving();
  vi.advanceTimersByTime(1600);
  expect(changes).toEqual([true, false]);
});

it("reports a side that was never heard", () => {
  const changes: boolean[] = [];
  watchHeartbeat((isPresent) => changes.push(isPresent), 5000).wait();
  vi.advanceTimersByTime(5001);
  expect(changes).toEqual([false]);
});
