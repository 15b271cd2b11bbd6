import { expect, test, vi } from "vitest";
import type { EditorStore, Slide } from "../seam";
import { pictureOf, placeOf, textsOf } from "./drawing";

const slide = (id: string, type: string): Slide => ({ id, type, content: {}, notes: "" });
const types: Record<string, object> = { list: {}, text: {} };

function holding(...slides: Slide[]) {
  const draw = vi.fn(() => Promise.resolve({ html: "<section>", css: "" }));
  const store = { deck: { slides }, typeOf: ({ type }: Slide) => types[type], draw };
  return { store: store as unknown as EditorStore, draw };
}

test("a slide is drawn in its own place, another in the place of one of its type", () => {
  const { store } = holding(slide("a", "list"), slide("b", "list"), slide("c", "text"));
  expect(placeOf(store, { id: "b", type: "list", content: {} })).toBe("b");
  expect(placeOf(store, { id: "new", type: "text", content: {} })).toBe("c");
  expect(placeOf(store, { id: "c", type: "list", content: {} })).toBe("a");
});

test("a type the deck does not have, or nobody knows, is not drawn", async () => {
  const { store, draw } = holding(slide("a", "list"), slide("x", "acme/hero"));
  expect(await pictureOf(store, { type: "text", content: {} })).toBeUndefined();
  expect(await pictureOf(store, { id: "x", type: "acme/hero", content: {} })).toBeUndefined();
  expect(draw).not.toHaveBeenCalled();
});

test("texts are read at any depth, without numbers and blanks", () => {
  expect(textsOf({ title: "One", n: 3, items: [{ title: "Two", text: " " }, null] })).toEqual(["One", "Two"]);
});
