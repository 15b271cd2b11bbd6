import { expect, it, vi } from "vitest";
import { part, watchParts } from "./parts";

it("asks for a part until it comes, and says so while it does not", async () => {
  vi.useFakeTimers();
  const told: boolean[] = [];
  const stop = watchParts((isMissing) => told.push(isMissing));
  const load = vi.fn<() => Promise<string>>();
  for (let tries = 0; tries < 3; tries += 1) load.mockRejectedValueOnce(new TypeError("no network"));
  load.mockResolvedValue("here");
  const asked = part(load);
  await vi.runAllTimersAsync();
  expect(await asked).toBe("here");
  expect(load).toHaveBeenCalledTimes(4);
  expect(told).toEqual([true, false]);
  stop();
  vi.useRealTimers();
});

it("asks at once when the network is back, and nobody hears of one failure", async () => {
  const watcher = vi.fn();
  const stop = watchParts(watcher);
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError("no network"))
    .mockResolvedValue("here");
  const asked = part(load);
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
  await Promise.resolve();
  dispatchEvent(new Event("online"));
  expect(await asked).toBe("here");
  expect(watcher).not.toHaveBeenCalled();
  stop();
});
