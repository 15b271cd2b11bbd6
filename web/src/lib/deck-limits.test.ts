import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { MAX_DESCRIPTION, MAX_NOTES, MAX_TITLE, titleExcess } from "./deck-limits";

it("has the limits of the server", () => {
  const model = readFileSync(join(import.meta.dirname, "../../../crates/deck/src/model/mod.rs"), "utf8");
  const limits = Object.fromEntries(
    [...model.matchAll(/pub const (MAX_\w+): usize = ([\d_]+);/g)].map(([, name, value = ""]) => [
      name,
      Number(value.replaceAll("_", "")),
    ]),
  );
  expect({ MAX_TITLE, MAX_DESCRIPTION, MAX_NOTES }).toEqual(limits);
});

it("counts characters of a title as the server does", () => {
  expect(titleExcess(` ${"🌊".repeat(500)} `)).toBe(0);
  expect(titleExcess("🌊".repeat(502))).toBe(2);
});
