import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { channel, newest, pulse, sequence, type Message } from "./channel";

it("lets the newest through, and nothing that is late or said twice", () => {
  const isNews = newest();
  expect([5, 4, 5, 9, 7].map(isNews)).toEqual([true, false, false, true, false]);
});

it("numbers rise even when the clock does not, and a later console is above an earlier one", () => {
  const first = sequence(() => 1000);
  expect([first(), first(), first()]).toEqual([1000, 1001, 1002]);
  expect(sequence(() => 5000)()).toBeGreaterThan(first());
});

it("carries messages between the windows of one deck, and of no other", async () => {
  const heard: Message[] = [];
  const open = [
    channel("one", () => {}),
    channel("one", (message) => heard.push(message)),
    channel("two", (message) => heard.push(message)),
  ];
  open[0]?.say({ kind: "do", action: "next" });
  await vi.waitFor(() => expect(heard).toEqual([{ kind: "do", action: "next" }]));
  for (const each of open) each.close();
});

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

it("tells once that the other side fell silent, and once that it is back", () => {
  const told: boolean[] = [];
  const other = pulse((there) => told.push(there), 5000);
  other.beat();
  vi.advanceTimersByTime(4000);
  other.beat();
  vi.advanceTimersByTime(4900);
  expect(told).toEqual([true]);
  vi.advanceTimersByTime(200);
  expect(told).toEqual([true, false]);
  other.beat();
  expect(told).toEqual([true, false, true]);
});

it("gives a side that says goodbye the time of a reload", () => {
  const told: boolean[] = [];
  const other = pulse((there) => told.push(there), 5000);
  other.beat();
  other.leaving();
  vi.advanceTimersByTime(1000);
  other.beat();
  expect(told).toEqual([true]);
  other.leaving();
  vi.advanceTimersByTime(1600);
  expect(told).toEqual([true, false]);
});

it("tells of a side that never spoke", () => {
  const told: boolean[] = [];
  pulse((there) => told.push(there), 5000).wait();
  vi.advanceTimersByTime(5001);
  expect(told).toEqual([false]);
});
