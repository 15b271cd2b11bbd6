import { expect, test } from "vitest";
import { isLeft, isSplit, nearestShare, nextShare } from "./split-width";

const declared = [
  { key: "imageWidth", label: "Picture share", type: "enum", options: ["half", "narrow", "wide"] },
] as unknown as Parameters<typeof isSplit>[0];
const box = (left: number, width: number) => ({ left, top: 0, width, height: 1080 });

test.each([
  [100, true, "narrow"],
  [760, true, "narrow"],
  [780, true, "half"],
  [1000, true, "half"],
  [1030, true, "wide"],
  [1900, true, "wide"],
  [1300, false, "narrow"],
  [1000, false, "half"],
  [700, false, "wide"],
])("the edge at %d of a picture on the left (%s) is %s", (x, left, share) => {
  expect(nearestShare(x, left)).toBe(share);
});

test("the share does not go beyond the smallest and the largest", () => {
  expect([nextShare("narrow", 1), nextShare("wide", 1), nextShare("narrow", -1)]).toEqual([
    "half",
    "wide",
    "narrow",
  ]);
});

test("only a picture beside a text has a share", () => {
  expect(isSplit(declared, "split", box(0, 914))).toBe(true);
  expect(isSplit(declared, undefined, box(0, 914))).toBe(true);
  expect(isSplit(declared, "row-top", box(0, 914))).toBe(false);
  expect(isSplit([], "split", box(0, 914))).toBe(false);
  expect([isLeft(box(0, 914)), isLeft(box(1006, 914))]).toEqual([true, false]);
});
