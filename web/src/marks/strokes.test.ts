import { expect, test } from "vitest";
import { Strokes, pathOf, pointAt, unitsOf } from "./strokes";

const part = (id: string, from: number, points: number[], done = false) => ({ id, from, points, done });

test("a stroke is put together from its parts, also when one arrives twice", () => {
  const strokes = new Strokes();
  const add = (...parts: ReturnType<typeof part>[]) =>
    strokes.apply({ slideId: "a", reset: false, strokes: parts });
  add(part("s", 0, [1, 2]));
  add(part("s", 1, [3, 4, 5, 6]));
  add(part("s", 1, [3, 4, 5, 6]), part("t", 0, [9, 9]));
  expect(Object.fromEntries(strokes.of("a"))).toEqual({ s: [1, 2, 3, 4, 5, 6], t: [9, 9] });
  expect(strokes.of("b").size).toBe(0);
  expect(strokes.whole("a").strokes[0]).toEqual(part("s", 0, [1, 2, 3, 4, 5, 6], true));
});

test("all strokes of a slide replace those before, except own ones that are on their way", () => {
  const strokes = new Strokes();
  strokes.apply({
    slideId: "a",
    reset: false,
    strokes: [part("old", 0, [1, 1]), part("own", 0, [2, 2, 3, 3])],
  });
  strokes.apply({ slideId: "a", reset: true, strokes: [part("own", 0, [2, 2])] }, (id) => id === "own");
  expect(Object.fromEntries(strokes.of("a"))).toEqual({ own: [2, 2, 3, 3] });
  strokes.apply({ slideId: "a", reset: true, strokes: [] });
  expect(strokes.slideIds).toEqual([]);
});

test("positions are whole units on the slide", () => {
  expect(unitsOf({ x: 0.12345, y: 1.2 })).toEqual([1235, 10000]);
  expect(pointAt([5000, 2500])).toEqual({ x: 0.5, y: 0.25 });
});

test("a stroke is a path, and a tap a dot", () => {
  expect(pathOf([10000, 10000])).toBe("M16000 9000h1");
  expect(pathOf([0, 0, 1000, 0, 1000, 1000])).toBe("M0 0L800 0Q1600 0 1600 450L1600 900");
});
