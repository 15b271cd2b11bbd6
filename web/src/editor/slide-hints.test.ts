import { expect, it } from "vitest";
import type { Content, FieldDeclaration } from "../lib/api-types";
import type { SlideType } from "./panel-types";
import { slideHints } from "./slide-hints";
import type { Editor } from "./store/editor.svelte";

const title: FieldDeclaration = { key: "title", label: "Headline", type: "string", required: true };
const code: FieldDeclaration = { key: "code", label: "Code", type: "code" };
const rows: FieldDeclaration = {
  key: "rows",
  label: "Rows",
  type: "items",
  itemFields: [{ key: "c1", label: "Column 1", type: "string" }],
};
const columns: FieldDeclaration = { key: "colCount", label: "Columns", type: "enum", options: ["1", "2"] };

/** The kinds of the hints on a slide of which the layout says that it is empty. */
function check(fields: FieldDeclaration[], content: Content): string[] {
  const type = { key: "t", typeId: "t", fields, defaults: {} } as unknown as SlideType;
  const slide = { id: "a", type: "t", content, notes: "" };
  const store = {
    deck: { slides: [slide] },
    dismissedHints: new Set(),
    typeOf: () => type,
    contentOf: () => content,
    findingsOf: () => [{ slideId: "a", field: "title", code: "empty-page", text: "" }],
  };
  return slideHints(store as unknown as Editor, slide).map(({ kind }) => kind);
}

it("call no slide empty that is only begun", () => {
  expect(check([title, code], { title: "Four lines", code: "" })).toEqual([]);
  expect(check([title, code], { title: "Four lines", code: "a = 1" })).toEqual(["empty-page"]);
  expect(check([title, rows, columns], { title: "Prices" })).toEqual([]);
  expect(check([title, rows, columns], { title: "Prices", rows: [{ c1: "Tea" }] })).toEqual(["empty-page"]);
  expect(check([title], {})).toEqual([]);
  expect(check([title], { title: "Thank you" })).toEqual(["empty-page"]);
});
