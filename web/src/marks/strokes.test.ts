import { expect, test } from "vitest";
import { Strokes, nextPartOf, pathOf, pointAt, unitsOf } from "./strokes";

const color = "red" as const;
const part = (id: string, from: number, points: number[], done = false) => ({
  id,
  from,
  points,
  color,
  done,
});
const red = (...points: number[]) => ({ points, color });

test("a stroke is put together from its parts, also when one arrives twice", () => {
  const strokes = new Strokes();
  const add = (...parts: ReturnType<typeof part>[]) =>
    strokes.apply({ slideId: "a", reset: false, strokes: parts });
  add(part("s", 0, [1, 2]));
  add(part("s", 1, [3, 4, 5, 6]));
  add(part("s", 1, [3, 4, 5, 6]), part("t", 0, [9, 9]));
  expect(Object.fromEntries(strokes.of("a"))).toEqual({ s: red(1, 2, 3, 4, 5, 6), t: red(9, 9) });
  expect(strokes.of("b").size).toBe(0);
  expect(strokes.whole("a").strokes[0]).toEqual(part("s", 0, [1, 2, 3, 4, 5, 6], true));
});

test("a reset replaces all strokes of a slide, except own ones that the server does not know yet", () => {
  const strokes = new Strokes();
  strokes.apply({
    slideId: "a",
    reset: false,
    strokes: [part("old", 0, [1, 1]), part("own", 0, [2, 2, 3, 3])],
  });
  strokes.apply({ slideId: "a", reset: true, strokes: [part("own", 0, [2, 2])] }, (id) => id === "own");
  expect(Object.fromEntries(strokes.of("a"))).toEqual({ own: red(2, 2, 3, 3) });
  strokes.apply({ slideId: "a", reset: true, strokes: [] });
  expect(strokes.slideIds).toEqual([]);
});

test("the last line is taken back whole, also where it is several strokes", () => {
  const strokes = new Strokes();
  const first = "5f0c1f8e-2f5e-4c59-9d3b-7d4f3f1b2a10";
  const long = "0c9b7f7e-6a0e-4a1b-8a83-0d2f7a3c4e55";
  const second = nextPartOf(long);
  expect(nextPartOf(second)).toBe(`${long}-3`);
  strokes.apply({
    slideId: "a",
    reset: false,
    strokes: [part(first, 0, [1, 1]), part(long, 0, [2, 2]), part(second, 0, [3, 3])],
  });
  expect(strokes.takeLastLine("a")).toEqual([long, second]);
  expect([...strokes.of("a").keys()]).toEqual([first]);
  expect(strokes.takeLastLine("a")).toEqual([first]);
  expect(strokes.takeLastLine("a")).toEqual([]);
});

test("positions are whole units on the slide", () => {
  expect(unitsOf({ x: 0.12345, y: 1.2 })).toEqual([1235, 10000]);
  expect(pointAt([5000, 2500])).toEqual({ x: 0.5, y: 0.25 });
});

test("a stroke is a path, and a tap a dot", () => {
  expect(pathOf([10000, 10000])).toBe("M16000 9000h1");
  expect(pathOf([0, 0, 1000, 0, 1000, 1000])).toBe("M0 0L800 0Q1600 0 1600 450L1600 900");
});
