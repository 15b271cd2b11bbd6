import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dismiss, pause, toast, toasts } from "./toasts.svelte";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  for (const { id } of toasts.shown) dismiss(id);
  pause(false);
  vi.useRealTimers();
});
const texts = () => toasts.shown.map(({ text }) => text);

test("a message is removed after six seconds, and the oldest of four at once", () => {
  for (const text of ["a", "b", "c", "d"]) toast({ text });
  expect(texts()).toEqual(["b", "c", "d"]);
  vi.advanceTimersByTime(5999);
  expect(texts()).toHaveLength(3);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
  expect(toasts.past.slice(0, 2)).toEqual(["d", "c"]);
});

test("dismissing the last message ends the pause", () => {
  toast({ text: "a" });
  pause(true);
  for (const { id } of toasts.shown) dismiss(id);
  toast({ text: "b" });
  vi.advanceTimersByTime(6000);
  expect(texts()).toEqual([]);
});

test("no message is removed while it has the pointer or focus", () => {
  toast({ text: "a" });
  pause(true);
  toast({ text: "b" });
  vi.advanceTimersByTime(60_000);
  expect(texts()).toEqual(["a", "b"]);
  pause(false);
  vi.advanceTimersByTime(6000);
  expect(texts()).toEqual([]);
});
