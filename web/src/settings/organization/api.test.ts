import { expect, it } from "vitest";
import { slugOf } from "./api";

it("makes a valid slug of any title", () => {
  expect(slugOf("Case study")).toBe("case-study");
  expect(slugOf("  Gemeente Café & Zn. ")).toBe("gemeente-cafe-zn");
  expect(slugOf("a".repeat(31) + " b")).toBe("a".repeat(31));
  expect(slugOf("日本")).toBe("");
});
