import { expect, test } from "vitest";
import { nearestLabel } from "./chart-labels";

const place = (label: string, x: number, y: number) => ({ label, at: { x, y } });

test("a bar is found by its horizontal position, whatever its height", () => {
  const row = [place("North", 100, 500), place("South", 300, 502), place("West", 500, 500)];
  expect(nearestLabel(row, { x: 290, y: 20 })).toBe("South");
});

test("a horizontal bar is found by its vertical position, whatever its length", () => {
  const column = [place("North", 50, 100), place("South", 54, 200), place("West", 48, 300)];
  expect(nearestLabel(column, { x: 900, y: 290 })).toBe("West");
});

test("a slice is found by the nearest label", () => {
  const around = [place("Homes", 100, 100), place("Leaks", 500, 120), place("Fire", 300, 480)];
  expect(nearestLabel(around, { x: 420, y: 150 })).toBe("Leaks");
  expect(nearestLabel([], { x: 0, y: 0 })).toBeUndefined();
});
