import { expect, test } from "vitest";
import type { FieldDeclaration } from "../lib/api-types";
import { pictureField, pictureType } from "./place-picture";
import type { SlideType } from "./seam";

const picture = { key: "image", type: "image" } as FieldDeclaration;
const gallery = { key: "images", type: "items", maxItems: 2, itemFields: [picture] } as FieldDeclaration;

test("a picture goes into the slide's own field, else into the first free entry, else into a new one", () => {
  expect(pictureField([gallery, picture], {})).toBe("image");
  expect(pictureField([gallery], {})).toBe("images.0.image");
  expect(pictureField([gallery], { images: [{ image: "/a" }, { image: "" }] })).toBe("images.1.image");
  expect(pictureField([gallery], { images: [{ image: "/a" }] })).toBe("images.1.image");
});

test("a full list gives no picture away: the new one needs another place", () => {
  const images = [{ image: "/a" }, { image: "/b" }];
  expect(pictureField([gallery], { images })).toBeUndefined();
  expect(pictureField([gallery, { ...gallery, key: "more" }], { images })).toBe("more.0.image");
});

test("a picture that needs a slide gets one that is about pictures", () => {
  const types = [
    { typeId: "quote", group: "basic", fields: [picture] },
    { typeId: "image", group: "media", fields: [picture] },
  ] as SlideType[];
  expect(pictureType(types)?.typeId).toBe("image");
  expect(pictureType(types.slice(0, 1))?.typeId).toBe("quote");
  expect(pictureType([])).toBeUndefined();
});
