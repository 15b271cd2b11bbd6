import { expect, test } from "vitest";
import { withMoment, type Moment } from "./moments";

function after(...moments: Moment[]) {
  return moments
    .reduce<readonly Moment[]>(withMoment, [])
    .map(({ at, slideId, step }) => [at, slideId, step]);
}

test("moments are slides and steps in the order of time", () => {
  expect(
    after({ at: 0, slideId: "a", step: 0 }, { at: 900, slideId: "a", step: 1 }, { at: 2000, slideId: "b" }),
  ).toEqual([
    [0, "a", 0],
    [900, "a", 1],
    [2000, "b", undefined],
  ]);
});

test("a moment without a change is left out", () => {
  expect(after({ at: 0, slideId: "a", step: 0 }, { at: 900, slideId: "a", step: 0 })).toEqual([[0, "a", 0]]);
});

test("slides that are only passed are left out, and the next begins where they did", () => {
  expect(
    after(
      { at: 0, slideId: "a" },
      { at: 1000, slideId: "b" },
      { at: 1030, slideId: "c" },
      { at: 1080, slideId: "d" },
      { at: 1100, slideId: "a" },
    ),
  ).toEqual([
    [0, "a", undefined],
    [1000, "c", undefined],
    [1080, "a", undefined],
  ]);
  expect(after({ at: 0, slideId: "a" }, { at: 1000, slideId: "b" }, { at: 1030, slideId: "a" })).toEqual([
    [0, "a", undefined],
  ]);
});

test("there are no more moments than the server takes", () => {
  const many = Array.from({ length: 5000 }, (_, index) => ({ at: index * 100, slideId: String(index) }));
  expect(after(...many)).toHaveLength(4000);
});
