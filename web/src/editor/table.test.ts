import { expect, test } from "vitest";
import type { FieldDeclaration } from "../lib/api-types";
import { columnsOf, gridOf, isTable, rowsOf } from "./table";

const list = (...keys: string[]) =>
  ({
    key: "rows",
    type: "items",
    itemFields: keys.map((key) => ({ key, type: "string" })),
  }) as FieldDeclaration;

test("a list with numbered cells is a table", () => {
  expect(isTable(list("c1", "c2"))).toBe(true);
  expect(isTable(list("title", "c1"))).toBe(false);
  expect(isTable(list())).toBe(false);
});

test("rows become a grid and the grid becomes rows again", () => {
  const rows = [{ c1: "Ward", c2: "Cost", note: "kept" }, { c1: "Hill" }];
  expect(columnsOf({ colCount: "2" })).toBe(2);
  expect(columnsOf({})).toBe(3);
  expect(gridOf(rows, 2)).toEqual([
    ["Ward", "Cost"],
    ["Hill", ""],
  ]);
  expect(rowsOf([["Ward"], ["Hill"], ["Mill"]], rows)).toEqual([
    { note: "kept", c1: "Ward" },
    { c1: "Hill" },
    { c1: "Mill" },
  ]);
});
