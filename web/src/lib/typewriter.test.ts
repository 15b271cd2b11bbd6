import { expect, it } from "vitest";
import { lineTimings } from "./typewriter";

it("types line after line, each according to its length", () => {
  expect(lineTimings([10, 0, 5])).toEqual([
    { delay: 0, duration: 220 },
    { delay: 220, duration: 0 },
    { delay: 220, duration: 110 },
  ]);
});

it("is fast for a long text", () => {
  const last = lineTimings([400, 400, 400]).at(-1);
  expect((last?.delay ?? 0) + (last?.duration ?? 0)).toBeCloseTo(1600);
});
