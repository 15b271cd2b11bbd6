import { expect, test } from "vitest";
import { balancedWidth, drawnWidth } from "./wrap";

/** Counts the lines of words that are as wide as they have letters. */
const linesOf = (text: string) => (width: number) => {
  let [lines, at] = [1, 0];
  for (const word of text.split(" ")) {
    if (at > 0 && at + 1 + word.length > width) [lines, at] = [lines + 1, 0];
    at += word.length + (at > 0 ? 1 : 0);
  }
  return lines;
};

test("a text that was drawn in several lines is broken at its widest line", () => {
  expect(drawnWidth([510, 480], 1000)).toBe(512);
  expect(drawnWidth([999, 480], 1000)).toBe(1000);
  expect(drawnWidth([510], 1000)).toBe(1000);
});

test("lines are made about equally long, up to four of them", () => {
  const [title, width] = ["The harbour after the heavy storm", 26];
  const lines = linesOf(title);
  const balanced = balancedWidth(width, lines);
  expect([lines(width), lines(balanced)]).toEqual([2, 2]);
  expect(balanced).toBeLessThan(20);
  expect(balancedWidth(40, lines)).toBe(40);
  expect(balancedWidth(6, linesOf("one two three four five six seven"))).toBe(6);
});
