import { expect, test } from "vitest";
import { retryDelay } from "./retry";

test("delays grow from one second to ten, with 30% jitter", () => {
  const middle = [0, 1, 2, 3, 4, 9].map((tries) => retryDelay(tries, () => 0.5));
  expect(middle).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000]);
  expect(retryDelay(0, () => 0)).toBeCloseTo(700);
  expect(retryDelay(0, () => 1)).toBeCloseTo(1300);
});
