// @vitest-environment jsdom

import { expect, it, vi } from "vitest";
import { loadChunk, watchChunks } from "./chunks";

it("loads a chunk until it succeeds, and reports that it is missing", async () => {
  vi.useFakeTimers();
  const events: boolean[] = [];
  const stop = watchChunks((isMissing) => events.push(isMissing));
  const load = vi.fn<() => Promise<string>>();
  for (let tries = 0; tries < 3; tries += 1) load.mockRejectedValueOnce(new TypeError("no network"));
  load.mockResolvedValue("here");
  const chunk = loadChunk(load);
  await vi.runAllTimersAsync();
  expect(await chunk).toBe("here");
  expect(load).toHaveBeenCalledTimes(4);
  expect(events).toEqual([true, false]);
  stop();
  vi.useRealTimers();
});

it("retries when the network is back, and does not report a single failure", async () => {
  const watcher = vi.fn();
  const stop = watchChunks(watcher);
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError("no network"))
    .mockResolvedValue("here");
  const chunk = loadChunk(load);
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
  await Promise.resolve();
  dispatchEvent(new Event("online"));
  expect(await chunk).toBe("here");
  expect(watcher).not.toHaveBeenCalled();
  stop();
});
