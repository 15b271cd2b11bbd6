import { expect, test } from "vitest";
import { rowsOf } from "./nodes";

const piece = (left: number, right: number, top: number, bottom: number) => ({ left, right, top, bottom });

test("a figure and its smaller unit are one line, as high as the figure", () => {
  expect(rowsOf([piece(0, 140, 10, 130), piece(150, 190, 70, 124)])).toEqual([piece(0, 190, 10, 130)]);
  expect(rowsOf([piece(0, 30, 14, 40), piece(34, 140, 10, 130)])).toEqual([piece(0, 140, 10, 130)]);
});

test("lines that overlap are lines of their own", () => {
  const lines = [piece(0, 90, 0, 60), piece(0, 80, 50, 110), piece(0, 30, 100, 160)];
  expect(rowsOf(lines)).toEqual(lines);
});
