import { expect, test } from "vitest";
import type { FieldDeclaration, Deck } from "../../lib/api-types";
import { progress, translatableTexts } from "./translatable-texts";

const fields: FieldDeclaration[] = [
  { key: "title", label: "Headline", type: "string", translatable: true, maxLength: 120 },
  { key: "layout", label: "Layout", type: "enum" },
  {
    key: "rows",
    label: "Rows",
    type: "items",
    itemFields: [
      { key: "icon", label: "Icon", type: "icon" },
      { key: "title", label: "Name", type: "string", translatable: true },
      {
        key: "blocks",
        label: "Blocks",
        type: "items",
        itemFields: [{ key: "body", label: "Text", type: "markdown", translatable: true }],
      },
    ],
  },
];
const slide = {
  id: "s1",
  type: "rows",
  notes: "Say it slowly.",
  content: {
    title: "Layers",
    layout: "wide",
    rows: [
      { icon: "boat", title: "Sea", blocks: [{ body: "Deep" }, { body: " " }] },
      { title: "", blocks: [{ body: "Sand" }] },
    ],
  },
};

test("texts are found at any depth, without options, icons and blanks, notes last", () => {
  expect(translatableTexts(slide, fields).map(({ path, entry }) => [path, entry])).toEqual([
    ["content.title", ""],
    ["content.rows.0.title", "1"],
    ["content.rows.0.blocks.0.body", "1.1"],
    ["content.rows.1.blocks.0.body", "2.1"],
    ["notes", ""],
  ]);
});

test("content that does not match its declaration is ignored", () => {
  const odd = { notes: "", content: { title: 3, rows: ["x", null] } };
  expect(translatableTexts(odd, fields)).toEqual([]);
});

test("progress counts the texts of the main language, including those of the deck", () => {
  const deck = {
    title: "Deck",
    description: "",
    language: "en-GB",
    slides: [slide],
    translations: {
      nl: { title: "Presentatie", slides: { s1: { content: { title: "Lagen", gone: "x" } } } },
    },
  } as unknown as Deck;
  const dutch = progress(deck, "nl", () => fields);
  expect([dutch.translated, dutch.all]).toEqual([2, 6]);
  expect(dutch.missing[0]).toEqual({ slideId: "s1", path: "content.rows.0.title" });
  expect(progress(deck, "de", () => fields).missing).toHaveLength(6);
  const described = progress({ ...deck, description: "About layers" }, "nl", () => fields);
  expect([described.all, described.missing[0]]).toEqual([7, { slideId: "", path: "description" }]);
});
