import { describe, expect, it } from "vitest";
import {
  newDeclaration,
  keyOf,
  removedFields,
  moveItem,
  fromServer,
  renameKey,
  sample,
  toServer,
  type DeclaredField,
  type SlideTypeDeclaration,
} from "./declaration";

const field = (type: DeclaredField["type"], more: Partial<DeclaredField> = {}): DeclaredField => ({
  key: "it",
  label: "It",
  type,
  ...more,
});

describe("a key", () => {
  it("is made of the label and unique", () => {
    expect(keyOf("Case study", [])).toBe("caseStudy");
    expect(keyOf("Résumé (NL)", [])).toBe("resumeNl");
    expect(keyOf("Client", ["client", "client2"])).toBe("client3");
    expect(keyOf("2 columns", [])).toBe("field2Columns");
    expect(keyOf("日本", [])).toBe("field");
  });
});

describe("a declaration", () => {
  it("from the server drops added fields and keeps unknown ones", () => {
    const kept = {
      slug: "case",
      key: "custom-case",
      typeId: "custom/case",
      published: true,
      createdAt: "2026-01-01",
      label: "Case",
      buildMode: "cards",
      fields: [{ key: "title", kind: "string", label: "Title", helpText: "Short", pattern: "^[A-Z]" }],
      defaults: { title: "Case" },
    };
    const open = fromServer(kept);
    expect(open.fields).toEqual([
      { key: "title", type: "string", label: "Title", help: "Short", pattern: "^[A-Z]" },
    ]);
    expect(open).toMatchObject({ buildMode: "cards", category: "content", example: { title: "Case" } });
    expect(Object.keys(open)).not.toContain("published");
  });

  it("to the server drops empty values", () => {
    const draft: SlideTypeDeclaration = {
      ...newDeclaration("Headline", "Twelve berths"),
      label: "Berth",
      slug: "berth",
      usage: "",
    };
    draft.fields.push({ key: "body", label: "Body", type: "markdown", required: false, help: "" });
    const { fields, ...rest } = toServer(draft);
    expect(rest).toEqual({
      slug: "berth",
      label: "Berth",
      category: "content",
      example: { title: "Twelve berths" },
    });
    expect(fields[1]).toEqual({ key: "body", label: "Body", type: "markdown" });
  });

  it("has a default for required fields of every type", () => {
    const draft = newDeclaration("Headline", "A");
    draft.fields.push(
      { key: "share", label: "Share", type: "number", required: true, min: 10, max: 20 },
      {
        key: "rows",
        label: "Rows",
        type: "items",
        required: true,
        minItems: 2,
        itemFields: [field("string", { required: true })],
      },
      { key: "old", label: "Old", type: "boolean", required: true, default: true },
    );
    const { fields, example } = toServer(draft);
    expect(fields.map((field) => field.default)).toEqual([undefined, 10, [{ it: "It" }, { it: "It" }], true]);
    expect(example).toEqual({ title: "A", share: 10, rows: [{ it: "It" }, { it: "It" }], old: false });
  });

  it("has no example for removed fields, nor in entries", () => {
    const draft = newDeclaration("Headline", "A");
    draft.fields.push({ key: "rows", label: "Rows", type: "items", itemFields: [field("string")] });
    draft.example = { title: "A", gone: 1, rows: [{ it: "x", gone: 2 }] };
    expect(toServer(draft).example).toEqual({ title: "A", rows: [{ it: "x" }] });
  });
});

describe("a sample", () => {
  it("respects the limits of its field", () => {
    expect(sample(field("string", { label: "A long label", maxLength: 6 }))).toBe("A long");
    expect(sample(field("number", { max: -5 }))).toBe(-5);
    expect(sample(field("enum", { options: ["left", "right"] }))).toBe("left");
  });
});

describe("changing fields", () => {
  it("renames the key in the example too", () => {
    const changed = renameKey(newDeclaration("Headline", "A"), "title", "headline");
    expect([changed.fields[0]?.key, changed.example]).toEqual(["headline", { headline: "A" }]);
  });

  it("moves within the list only", () => {
    expect(moveItem(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
    expect(moveItem(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
    expect(moveItem(["a", "b"], 1, 2)).toEqual(["a", "b"]);
    expect(moveItem(["a", "b"], 0, -1)).toEqual(["a", "b"]);
  });

  it("lists the fields whose content slides would lose", () => {
    const before = newDeclaration("Headline", "A");
    before.fields.push(
      { key: "client", label: "Client", type: "string" },
      { key: "share", label: "Share", type: "number" },
    );
    const after = renameKey(before, "client", "customer");
    after.fields = after.fields.map((field) =>
      field.key === "share" ? { ...field, type: "string" } : field,
    );
    expect(removedFields(before, after)).toEqual(["Client", "Share"]);
    expect(removedFields(before, { ...before, fields: [...before.fields].reverse() })).toEqual([]);
  });
});
