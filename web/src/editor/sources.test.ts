import { expect, test } from "vitest";
import type { FieldDeclaration } from "../lib/api-types";
import { boundTo, contentFor, isName, nameFor, sourcesKey, sourcesOf } from "./sources";

const deck = (csv: string) =>
  ({ settings: { data: { sales: { csv, pushedAt: "2026-11-17T16:00:00Z" } } } }) as never;
const [sales] = sourcesOf(deck("Region;Total;Note\nNorth;1.234,5;x\n\nSouth;99;\n"));

test("a source has columns and rows", () => {
  expect(sales?.columns).toEqual(["Region", "Total", "Note"]);
  expect(sales?.rows).toHaveLength(2);
  expect(sourcesOf({ settings: { data: "x" } } as never)).toEqual([]);
  expect(sourcesKey(deck("a\n1"))).not.toBe(sourcesKey(deck("a\n12")));
});

test("a name is made from a file and checked", () => {
  expect(nameFor("Q3 Sales (final).csv")).toBe("q3-sales-final");
  expect(nameFor("2026.csv")).toBe("data");
  expect([isName("sales_2"), isName("Sales"), isName("")]).toEqual([true, false, false]);
});

test("a text names its sources", () => {
  const sources = sales ? [sales] : [];
  expect(boundTo("Up {{ sales.Total }} and {{other.x}}", sources)).toEqual(sources);
  expect(boundTo("{{sales[*].Region}}", sources)).toEqual(sources);
  expect(boundTo("sales.Total {{sales}}", sources)).toEqual([]);
});

test("a chart takes the columns with figures, a table all", () => {
  if (!sales) throw new Error("no source");
  const field = (given: object) => given as FieldDeclaration;
  expect(contentFor(sales, [field({ key: "data", type: "csv" })])).toEqual({
    data: "Region,Total\n{{sales[*].Region}},{{sales[*].Total}}",
  });
  const cells = [{ key: "c1" }, { key: "c2" }];
  expect(contentFor(sales, [field({ key: "rows", type: "items", itemFields: cells })])).toEqual({
    rows: [
      { c1: "Region", c2: "Total" },
      { c1: "{{sales[*].Region}}", c2: "{{sales[*].Total}}" },
    ],
    colCount: "2",
  });
  expect(contentFor(sales, [])).toBeUndefined();
});
