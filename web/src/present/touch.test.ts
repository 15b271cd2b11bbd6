// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Point } from "./channel";
import { listenForTouches } from "./touch";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the laser goes out when the system takes the touch over", () => {
  const area = document.createElement("div");
  area.getBoundingClientRect = () => ({ left: 0, top: 0, width: 100, height: 100 }) as DOMRect;
  let laser: Point | undefined;
  const stop = listenForTouches(area, area, {
    act: () => undefined,
    point: (at) => (laser = at),
    rightToLeft: () => false,
  });
  const send = (name: string, ...down: number[]) => {
    const touches = down.map((clientX) => ({ clientX, clientY: 50 }));
    area.dispatchEvent(Object.assign(new Event(name), { touches, changedTouches: touches }));
  };
  send("touchstart", 20, 40);
  vi.advanceTimersByTime(1000);
  send("touchmove", 20, 40);
  expect(laser).toEqual({ x: 0.3, y: 0.5 });
  send("touchcancel");
  expect(laser).toBeUndefined();
  stop();
});
