import { describe, expect, test } from "vitest";
import { searchTypes, isLossless, suggestTypes, type OfferedType } from "./type-search";

function type(key: string, label: string, about = "", find = "", best: string[] = []): OfferedType {
  return { key, typeId: key, label, about, best, find, group: "basic" };
}

const types = [
  type("content-slide", "Text", "Free text beside a list", "paragraph", ["an argument"]),
  type("list-slide", "List", "Parallel points", "bullets agenda", ["agendas"]),
  type("kpi-metrics-slide", "Key figures", "Large figures", "numbers", ["results at a glance"]),
  type("image-slide", "Picture", "One picture", "photo café"),
  type("end-slide", "Closing", "Thanks"),
];
const keys = (list: OfferedType[]) => list.map(({ key }) => key);

describe("search", () => {
  test("labels that start with the word come first", () => {
    expect(keys(searchTypes(types, "list"))).toEqual(["list-slide", "content-slide"]);
  });
  test("synonyms find a type", () => {
    expect(keys(searchTypes(types, "NUMB"))).toEqual(["kpi-metrics-slide"]);
    expect(keys(searchTypes(types, "cafe photo"))).toEqual(["image-slide"]);
  });
  test("every word must match", () => {
    expect(searchTypes(types, "list photo")).toEqual([]);
  });
  test("an empty query returns all types in their order", () => {
    expect(searchTypes(types, "  ")).toEqual(types);
  });
  test("a match in the middle of a word does not count", () => {
    expect(searchTypes(types, "aragraph")).toEqual([]);
  });
});

describe("suggestions", () => {
  test("usual followers come first, then types that are not used yet, four at most", () => {
    expect(keys(suggestTypes(types, "list-slide", ["list-slide"]))).toEqual([
      "kpi-metrics-slide",
      "content-slide",
      "end-slide",
      "list-slide",
    ]);
  });
  test("types that are not on offer are not suggested", () => {
    expect(keys(suggestTypes(types.slice(0, 1), "title-slide", []))).toEqual(["content-slide"]);
  });
  test("an unknown slide type gets suggestions too", () => {
    expect(suggestTypes(types, "acme/hero", [])).toHaveLength(4);
  });
});

test("only the six conversions of the catalogue are lossless, in their direction", () => {
  expect(isLossless("list-slide", "content-slide")).toBe(true);
  expect(isLossless("content-slide", "list-slide")).toBe(false);
  expect(isLossless("acme/hero", "content-slide")).toBe(false);
});
