import { expect, it } from "vitest";
import { noDigits, numberOf, withDigit } from "./typed-number";

it("collects digits", () => {
  expect(numberOf(withDigit(withDigit(noDigits, "1", 100), "2", 900), 1000)).toBe(12);
});

it("drops digits after three seconds", () => {
  const one = withDigit(noDigits, "1", 100);
  expect(numberOf(one, 3100)).toBeUndefined();
  expect(numberOf(withDigit(one, "7", 3100), 3200)).toBe(7);
});

it("keeps the last four digits, and has no number before the first digit", () => {
  let many = noDigits;
  for (const digit of "123456") many = withDigit(many, digit, 10);
  expect(numberOf(many, 20)).toBe(3456);
  expect(numberOf(noDigits, 0)).toBeUndefined();
});
