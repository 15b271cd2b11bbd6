import { describe, expect, it } from "vitest";
import type { FieldDeclaration } from "../../lib/api-types";
import { grouped, switchOf } from "./groups";

const field = (key: string, type: string, more: Partial<FieldDeclaration> = {}): FieldDeclaration => ({
  key,
  label: key,
  type,
  ...more,
});
const keys = (fields: FieldDeclaration[]) => fields.map(({ key }) => key);

describe("groups of fields", () => {
  const common = [field("a11yTitle", "string"), field("slideBgImage", "image"), field("slideLogo", "enum")];
  const groups = grouped(
    [
      field("title", "string"),
      field("layout", "enum"),
      field("image", "image"),
      field("focusX", "number"),
      field("items", "items"),
      field("alt", "string"),
      field("background", "enum"),
      field("bleed", "boolean"),
      field("minutes", "number"),
    ],
    common,
  );

  it("keep the declared order, with alternative texts below their picture", () => {
    expect(keys(groups.main)).toEqual(["title", "image", "alt", "items", "minutes"]);
  });

  it("separate layout, backdrop and accessibility fields", () => {
    expect(keys(groups.layout)).toEqual(["layout", "focusX", "bleed"]);
    expect(keys(groups.backdrop)).toEqual(["background", "bgCustomColor", "slideBgImage", "slideLogo"]);
    expect(keys(groups.access)).toEqual(["a11yTitle"]);
  });
});

it("shows a choice between on and off as a switch", () => {
  expect(switchOf(field("a", "enum", { options: ["off", "on"] }))).toEqual({ on: "on", off: "off" });
  expect(switchOf(field("a", "enum", { options: ["yes", "no"] }))).toEqual({ on: "yes", off: "no" });
  expect(switchOf(field("a", "enum", { options: ["left", "right"] }))).toBeUndefined();
});
