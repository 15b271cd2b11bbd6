import { expect, test } from "vitest";
import type { FieldDeclaration } from "../lib/api-types";
import { pictureField, pictureType } from "./place-picture";
import type { SlideType } from "./panel-types";

const picture = { key: "image", type: "image" } as FieldDeclaration;
const gallery = { key: "images", type: "items", maxItems: 2, itemFields: [picture] } as FieldDeclaration;

test("a picture goes into the slide's own field, otherwise into the first free entry or a new one", () => {
  expect(pictureField([gallery, picture], {})).toBe("image");
  expect(pictureField([gallery], {})).toBe("images.0.image");
  expect(pictureField([gallery], { images: [{ image: "/a" }, { image: "" }] })).toBe("images.1.image");
  expect(pictureField([gallery], { images: [{ image: "/a" }] })).toBe("images.1.image");
});

test("a full list is not changed: the picture goes elsewhere", () => {
  const images = [{ image: "/a" }, { image: "/b" }];
  expect(pictureField([gallery], { images })).toBeUndefined();
  expect(pictureField([gallery, { ...gallery, key: "more" }], { images })).toBe("more.0.image");
});

test("a new slide for a picture has a type made for pictures", () => {
  const types = [
    { typeId: "quote", group: "basic", fields: [picture] },
    { typeId: "image", group: "media", fields: [picture] },
  ] as SlideType[];
  expect(pictureType(types)?.typeId).toBe("image");
  expect(pictureType(types.slice(0, 1))?.typeId).toBe("quote");
  expect(pictureType([])).toBeUndefined();
});
