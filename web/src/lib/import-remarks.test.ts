// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import type { ImportedItem, Remark } from "./api-types";

const loaded = async (language: string) => {
  localStorage.setItem("lectern.language", language);
  vi.resetModules();
  return vi.importActual<typeof import("./import-remarks")>("./import-remarks");
};

beforeEach(() => localStorage.clear());

const animation: ImportedItem = {
  name: "an animation",
  fate: "lost",
  text: "has no place in a deck",
  remark: { code: "thing", values: { what: "animation" } },
};
const table: ImportedItem = {
  name: "Table 4",
  fate: "changed",
  text: "the table goes on for 3 slides",
  remark: { code: "table-slides", values: { n: 3 } },
};

test.each([
  ["nl", animation, "een animatie: heeft geen plek in een presentatie"],
  ["nl", table, "Table 4: de tabel loopt door over 3 dia’s"],
  ["en", table, "Table 4: the table goes on for 3 slides"],
  ["nl", { name: "Box 2", fate: "lost" as const, text: "not here" }, "Box 2: not here"],
  ["nl", { ...table, remark: { code: "later", values: {} } }, "Table 4: the table goes on for 3 slides"],
])("in %s, %o", async (language, item, expected) => {
  const { itemText } = await loaded(language);
  expect(itemText(item)).toBe(expected);
});

test("sizes have a unit, and fields of Markdown have names", async () => {
  const { importText } = await loaded("nl");
  const large: Remark = { code: "asset-large", values: { bytes: 31_457_280, most: 20_971_520 } };
  expect(importText(large, "it has 31457280 bytes")).toMatch(
    /^ze is 3\d(,\d)? MB groot, meer dan de 2\d(,\d)? MB/,
  );
  const field: Remark = { code: "markdown-field", values: { field: "title", most: 120 } };
  expect(importText(field, "the title was cut")).toBe("de titel was langer dan 120 tekens en is afgekapt");
});

const text = (file: string) => readFileSync(join(import.meta.dirname, file), "utf8");
const keys = (file: string) => Object.keys(JSON.parse(text(file)) as Record<string, string>);

test.each(["en", "nl"])("each remark of the server has a text in %s", (language) => {
  const union = /export type RemarkCode =([^;]+);/.exec(text("wire.ts"))?.[1] ?? "";
  const codes = [...union.matchAll(/"([^"]+)"/g)].map(([, code]) => code);
  expect(codes.length).toBeGreaterThan(100);
  const written = new Set(
    ["advice", "imports"].flatMap((area) =>
      keys(`../lang/${language}/${area}.json`).map((key) => key.slice(area.length + 1)),
    ),
  );
  expect(codes.filter((code) => !written.has(code ?? ""))).toEqual([]);
  const things = text("../../../crates/office/src/report_text.rs").matchAll(/^ {4}\("([a-z-]+)", "/gm);
  const unnamed = [...things].map(([, key]) => `thing-name.${key ?? ""}`).filter((key) => !written.has(key));
  expect(unnamed).toEqual([]);
});
