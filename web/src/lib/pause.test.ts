import { expect, test } from "vitest";
import { pauseBefore } from "./pause";

test("pauses grow from one second to ten, with a third either way", () => {
  const middle = [0, 1, 2, 3, 4, 9].map((tries) => pauseBefore(tries, () => 0.5));
  expect(middle).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000]);
  expect(pauseBefore(0, () => 0)).toBeCloseTo(700);
  expect(pauseBefore(0, () => 1)).toBeCloseTo(1300);
});
