import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError, Offline } from "../lib/api";
import { outbox } from "./outbox";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server whose responses the test controls. */
function server() {
  const calls: { item: number; answer: () => void; fail: (fault: Error) => void }[] = [];
  const send = (item: number) =>
    new Promise<string>((resolve, reject) => {
      calls.push({ item, answer: () => resolve(`ok ${item}`), fail: reject });
    });
  return { calls, send, items: () => calls.map((call) => call.item) };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

it("sends one at a time, and of the waiting items only the newest", async () => {
  const { calls, send, items } = server();
  const arrived: string[] = [];
  const box = outbox(send, { sent: (_, answer) => arrived.push(answer), refused: () => {} });
  for (const item of [1, 2, 3]) box.put(item);
  expect(items()).toEqual([1]);
  calls[0]?.answer();
  await settle();
  expect(items()).toEqual([1, 3]);
  expect(box.busy).toBe(true);
  calls[1]?.answer();
  await settle();
  expect(arrived).toEqual(["ok 1", "ok 3"]);
  expect(box.busy).toBe(false);
});

it("keeps the newest item while offline, and sends it later", async () => {
  const { calls, send, items } = server();
  const box = outbox(send, { sent: () => {}, refused: () => {} });
  box.put(1);
  calls[0]?.fail(new Offline());
  await settle();
  expect(box.busy).toBe(true);
  await vi.advanceTimersByTimeAsync(1400);
  expect(items()).toEqual([1, 1]);
  calls[1]?.fail(new Offline());
  await settle();
  box.put(2);
  expect(items()).toEqual([1, 1, 2]);
  calls[2]?.fail(new Offline());
  await settle();
  box.retry();
  expect(items()).toEqual([1, 1, 2, 2]);
});

it("reports a rejection and continues", async () => {
  const { calls, send, items } = server();
  const refused: number[] = [];
  const box = outbox(send, { sent: () => {}, refused: (refusal) => refused.push(refusal.status) });
  box.put(1);
  box.put(2);
  calls[0]?.fail(new ApiError(404, "not_found", "", undefined, undefined));
  await settle();
  expect(refused).toEqual([404]);
  expect(items()).toEqual([1, 2]);
});

it("retries what the server cannot take now", async () => {
  const { calls, send, items } = server();
  const box = outbox(send, { sent: () => {}, refused: () => {} });
  box.put(1);
  calls[0]?.fail(new ApiError(503, "unavailable", "", undefined, undefined));
  await vi.advanceTimersByTimeAsync(1400);
  expect(items()).toEqual([1, 1]);
});

it("does not send again what failed after it was stopped", async () => {
  const { calls, send, items } = server();
  const refused: number[] = [];
  const box = outbox(send, { sent: () => {}, refused: (_, item) => refused.push(item) });
  box.put(1);
  box.stop();
  calls[0]?.fail(new Offline());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(items()).toEqual([1]);
  expect(refused).toEqual([]);
});
