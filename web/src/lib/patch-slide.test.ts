// @vitest-environment jsdom

import { expect, it } from "vitest";
import { patchSlide } from "./patch-slide";

const slide = (...nodes: string[]) =>
  `<section class="slide" data-slide="a"><div class="canvas">${nodes
    .map((node) => {
      const [id, text] = node.split("=");
      return `<p data-node="${id ?? ""}">${text ?? ""}</p>`;
    })
    .join("")}</div></section>`;

const drawing = (html: string) => document.createRange().createContextualFragment(html);

/** Draws one slide, then another, and returns the names of the elements that were kept. */
function check(before: string[], after: string[]): string[] {
  const root = document.createElement("div").attachShadow({ mode: "open" });
  root.innerHTML = slide(...before);
  const old = new Set(root.querySelectorAll("p"));
  expect(patchSlide(root, drawing(slide(...after)))).toBe(true);
  expect(root.innerHTML).toBe(slide(...after));
  return [...root.querySelectorAll("p")]
    .filter((node) => old.has(node))
    .map((node) => node.dataset["node"] ?? "");
}

it("replaces only differences", () => {
  expect(check(["a=1", "b=2", "c=3"], ["a=1", "b=4", "c=3"])).toEqual(["a", "c"]);
});

it("adds and removes parts around those that stay", () => {
  expect(check(["a=1", "b=2", "c=3"], ["b=2", "d=5", "c=3"])).toEqual(["b", "c"]);
  expect(check(["a=1"], ["z=0", "a=1", "y=9"])).toEqual(["a"]);
  expect(check(["a=1", "b=2"], [])).toEqual([]);
  expect(check(["a=1", "b=2", "c=3"], ["c=3", "a=1"])).toContain("c");
});

it("removes attributes that the new drawing lacks", () => {
  const root = document.createElement("div").attachShadow({ mode: "open" });
  root.innerHTML = slide("a=1").replace("data-slide", 'data-steps="2" data-slide');
  expect(patchSlide(root, drawing(slide("a=1")))).toBe(true);
  expect(root.innerHTML).toBe(slide("a=1"));
});

it("does not patch another slide", () => {
  const root = document.createElement("div").attachShadow({ mode: "open" });
  root.innerHTML = slide("a=1");
  const other = slide("a=1").replace('data-slide="a"', 'data-slide="b"');
  expect(patchSlide(root, drawing(other))).toBe(false);
});
