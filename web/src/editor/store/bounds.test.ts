import { expect, it } from "vitest";
import type { Edit, FieldDeclaration } from "../../lib/api-types";
import { withinBounds } from "./bounds";

const FIELDS = [
  { key: "title", type: "string", label: "Title", maxLength: 5 },
  {
    key: "items",
    type: "items",
    label: "Items",
    itemFields: [{ key: "text", type: "string", label: "Text", maxLength: 3 }],
  },
] as unknown as FieldDeclaration[];
const bounded = (...edits: Edit[]) => withinBounds(edits, () => FIELDS);

it("leaves edits alone that are within the limits", () => {
  const edits: Edit[] = [
    { op: "insert", after: null, slides: [{ id: "a", type: "list", content: { title: "Tide" } }] },
    { op: "set", slideId: "a", path: "content.title", value: "Far too long" },
    { op: "remove", slideId: "a" },
  ];
  expect(bounded(...edits)).toEqual(edits);
});

it("inserts a slide with cut texts, and sets the long ones after it", () => {
  const content = { title: "Tideland", items: [{ text: "One" }, { text: "Three" }] };
  const [insert, ...texts] = bounded({
    op: "insert",
    after: "z",
    slides: [{ id: "a", type: "list", content, notes: "n" }],
  });
  const short = { title: "Tide…", items: [{ text: "One" }, { text: "Th…" }] };
  expect(insert).toEqual({
    op: "insert",
    after: "z",
    slides: [{ id: "a", type: "list", content: short, notes: "n" }],
  });
  expect(texts).toEqual([
    { op: "set", slideId: "a", path: "content.title", value: "Tideland" },
    { op: "set", slideId: "a", path: "content.items", value: content.items },
  ]);
});

it("replaces a whole slide in the same way", () => {
  const value = { type: "list", content: { title: "Tideland" }, notes: "" };
  expect(bounded({ op: "set", slideId: "a", path: "", value })).toEqual([
    { op: "set", slideId: "a", path: "", value: { ...value, content: { title: "Tide…" } } },
    { op: "set", slideId: "a", path: "content.title", value: "Tideland" },
  ]);
});
