import { expect, test } from "vitest";
import { cells, isSortedBy, sortedBy, toCsv } from "./csv";

const rows = cells("District,2026\nOld Town,97\nNorth,1,200\nHarbour,").map((row) => row.slice(0, 2));
const names = (of: string[][]) => of.slice(1).map(([name]) => name);

test("rows are sorted by figures, blank ones last, and the heading stays", () => {
  const data = [
    ["District", "Leaks"],
    ["Old Town", "97"],
    ["North", "1,200"],
    ["Mill", ""],
    ["Harbour", "18.5"],
  ];
  expect(names(sortedBy(data, 1, "down"))).toEqual(["North", "Old Town", "Harbour", "Mill"]);
  expect(names(sortedBy(data, 1, "up"))).toEqual(["Harbour", "Old Town", "North", "Mill"]);
  expect(sortedBy(data, 1, "up")[0]).toEqual(["District", "Leaks"]);
});

test("names are sorted as words, and a sorted column is known", () => {
  const sorted = sortedBy(rows, 0, "up");
  expect(names(sorted)).toEqual(["Harbour", "North", "Old Town"]);
  expect(isSortedBy(sorted, 0, "up")).toBe(true);
  expect(isSortedBy(sorted, 0, "down")).toBe(false);
  expect(sortedBy([], 0, "up")).toEqual([]);
});

test.each([
  ["Size; small", "2026"],
  ["a\tb", "c; d"],
  ["5,5", 'say "no"'],
])("a cell with a separator in it stays one cell", (...row) => {
  const rows = [row, ["Old Town", "97"]];
  expect(cells(toCsv(rows))).toEqual(rows);
});

test("the separator is the one that the server finds", () => {
  expect(cells("a,b;c\td")).toEqual([["a,b;c", "d"]]);
  expect(cells("a;1,5\nb;2,5")).toEqual([
    ["a", "1,5"],
    ["b", "2,5"],
  ]);
  expect(cells("a;b,c,d")).toEqual([["a;b", "c", "d"]]);
});
