import { expect, it } from "vitest";
import type { FieldDeclaration } from "../../lib/api-types";
import { partsOf } from "./morph-parts";

const field = (key: string, type: string, itemFields?: FieldDeclaration[]) =>
  ({ key, type, label: key.toUpperCase(), itemFields }) as unknown as FieldDeclaration;

it("lists fields that show something, and entries by their first words", () => {
  const fields = [
    field("title", "string"),
    field("layout", "enum"),
    field("image", "image"),
    field("body", "markdown"),
    field("items", "items", [field("icon", "icon"), field("title", "string")]),
  ];
  const content = {
    title: "Streets",
    layout: "wide",
    image: "/uploads/a.png",
    body: " ",
    items: [{ icon: "", title: "**Keep** a lane" }, {}],
  };
  const parts = partsOf(
    fields,
    content,
    ({ label }) => label,
    (number) => `Entry ${String(number)}`,
  );
  expect(parts).toEqual([
    { path: "title", label: "TITLE" },
    { path: "image", label: "IMAGE" },
    { path: "items.0", label: "Keep a lane" },
    { path: "items.1", label: "ITEMS: Entry 2" },
  ]);
});
