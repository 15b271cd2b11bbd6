import { expect, it } from "vitest";
import { nothing, number, typed } from "./typed-number";

it("collects digits", () => {
  expect(number(typed(typed(nothing, "1", 100), "2", 900), 1000)).toBe(12);
});

it("drops digits after three seconds", () => {
  const one = typed(nothing, "1", 100);
  expect(number(one, 3100)).toBeUndefined();
  expect(number(typed(one, "7", 3100), 3200)).toBe(7);
});

it("keeps the last four digits, and has no number before the first digit", () => {
  let many = nothing;
  for (const digit of "123456") many = typed(many, digit, 10);
  expect(number(many, 20)).toBe(3456);
  expect(number(nothing, 0)).toBeUndefined();
});
