import { describe, expect, test } from "vitest";
import { found, keepsEverything, suggested, type OfferedType } from "./type-search";

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
  test("a label that begins with the word comes first", () => {
    expect(keys(found(types, "list"))).toEqual(["list-slide", "content-slide"]);
  });
  test("words people use find a type by another name", () => {
    expect(keys(found(types, "NUMB"))).toEqual(["kpi-metrics-slide"]);
    expect(keys(found(types, "cafe photo"))).toEqual(["image-slide"]);
  });
  test("every word must be met", () => {
    expect(found(types, "list photo")).toEqual([]);
  });
  test("no words keep all types in their order", () => {
    expect(found(types, "  ")).toEqual(types);
  });
  test("the middle of a word is no hit in texts", () => {
    expect(found(types, "aragraph")).toEqual([]);
  });
});

describe("suggestions", () => {
  test("what follows comes first, then what is not used yet, four at most", () => {
    expect(keys(suggested(types, "list-slide", ["list-slide"]))).toEqual([
      "kpi-metrics-slide",
      "content-slide",
      "end-slide",
      "list-slide",
    ]);
  });
  test("types that are not offered are not suggested", () => {
    expect(keys(suggested(types.slice(0, 1), "title-slide", []))).toEqual(["content-slide"]);
  });
  test("an unknown slide still gets useful types", () => {
    expect(suggested(types, "acme/hero", [])).toHaveLength(4);
  });
});

test("the six pairs of the catalogue keep everything, in their direction alone", () => {
  expect(keepsEverything("list-slide", "content-slide")).toBe(true);
  expect(keepsEverything("content-slide", "list-slide")).toBe(false);
  expect(keepsEverything("acme/hero", "content-slide")).toBe(false);
});
