// @vitest-environment jsdom
import { beforeAll, describe, expect, it } from "vitest";
import type { Content, FieldDeclaration } from "../lib/api-types";
import { loadTexts } from "../lib/i18n";
import { hintText, hintsOf, isBlankAddress, isShown } from "./hints";
import { companionFields } from "./pictures";
import type { SlideType } from "./panel-types";

const fields: FieldDeclaration[] = [
  { key: "title", label: "Headline", type: "string", maxLength: 5 },
  { key: "image", label: "Picture", type: "image", required: true },
  { key: "alt", label: "Alternative text", type: "string" },
  { key: "go", label: "Target", type: "url", required: true, visibleWhen: { field: "mode", in: ["link"] } },
  {
    key: "items",
    label: "Points",
    type: "items",
    maxItems: 8,
    itemFields: [{ key: "title", label: "Point", type: "string" }],
  },
];
const type = { key: "t", typeId: "t", fields } as unknown as SlideType;

function check(content: Content, findings: string[] = []) {
  const found = findings.map((code) => ({ slideId: "a", field: "title", code, text: code }));
  return hintsOf({ id: "a", type: "t", content, notes: "" }, content, type, found).map(
    ({ kind, field }) => `${kind} ${field}`,
  );
}

describe("hints", () => {
  beforeAll(() => loadTexts("editor"));

  it("say why a formula or a diagram is not understood", () => {
    const said = (code: string, text: string) => {
      const finding = { slideId: "a", field: "title", code, text };
      const [hint] = hintsOf({ id: "a", type: "t", content: {}, notes: "" }, {}, undefined, [finding]);
      return hint && hintText(hint);
    };
    expect(said("formula", "title: a formula is not drawn: the command `\\foo` is not known")).toBe(
      "A formula is shown as text. The command \\foo is not known.",
    );
    expect(said("diagram", "source: the diagram is not drawn: line 3: `end` closes no subgraph")).toBe(
      "The diagram is shown as text. Line 3: `end` closes no subgraph.",
    );
    expect(said("simplified", "simplified outside HTML")).toBe("Exported files show this in a simpler form.");
  });

  it("are sorted by urgency", () => {
    expect(check({ title: "Too long", image: "/x.png" }, ["small-type", "overflow"])).toEqual([
      "long title",
      "overflow title",
      "alt alt",
      "small-type title",
    ]);
  });

  it("say of the whole slide that it is empty, not of its first field", () => {
    expect(check({ image: "/x", alt: "x" }, ["empty-page"])).toEqual(["empty-page "]);
  });

  it("name data that do not fit the kind of chart", () => {
    expect(check({ image: "/x", alt: "x" }, ["simplified", "chart-fault"])).toEqual([
      "chart title",
      "simplified title",
    ]);
  });

  it("ask for a picture, and for a description unless the picture is decorative", () => {
    expect(check({})).toEqual(["choose image"]);
    expect(check({ image: "/x.png", imageRole: "decorative" })).toEqual([]);
    expect(check({ image: "/x.png", alt: "A quay" })).toEqual([]);
  });

  it("ask for a URL only where the field is visible", () => {
    expect(check({ image: "/x", alt: "x", mode: "link", go: "https://" })).toEqual(["address go"]);
    expect(check({ image: "/x", alt: "x", mode: "none", go: "https://" })).toEqual([]);
  });

  it("suggest splitting a long list", () => {
    const items = Array.from({ length: 8 }, () => ({ title: "x" }));
    expect(check({ image: "/x", alt: "x", items })).toEqual(["many items"]);
  });
});

it("recognises URLs without content", () => {
  expect(["", " ", "https://", "HTTP://", undefined].map((text) => isBlankAddress(text))).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(isBlankAddress("https://a.b")).toBe(false);
});

it("shows a field that depends on no other", () => {
  expect(isShown({ key: "a", label: "A", type: "string" }, {})).toBe(true);
});

it("finds the companion fields of a picture by name", () => {
  const named = (...keys: string[]) =>
    keys.map((key) => ({ key, label: key, type: key.includes("ocus") ? "number" : "string" }));
  expect(companionFields("image", named("alt", "focusX", "focusY"))).toEqual({
    alt: "alt",
    focusX: "focusX",
    focusY: "focusY",
  });
  expect(companionFields("members.1.image", named("alt", "imageFocusX", "imageFocusY"))).toEqual({
    alt: "members.1.alt",
    focusX: "members.1.imageFocusX",
    focusY: "members.1.imageFocusY",
  });
  expect(companionFields("authorImage1", named("authorImage1Alt"))).toEqual({ alt: "authorImage1Alt" });
  expect(companionFields("slideBgImage", named("slideBgFocusX", "slideBgFocusY"))).toMatchObject({
    focusX: "slideBgFocusX",
  });
});
