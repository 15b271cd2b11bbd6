// @vitest-environment jsdom

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mountSlide } from "./mount-slide";

let made: string[] = [];

beforeEach(() => {
  made = [];
  document.adoptedStyleSheets = [];
  class Sheet {
    replaceSync(css: string) {
      made.push(css);
    }
  }
  vi.stubGlobal("CSSStyleSheet", Sheet);
});
afterEach(() => vi.unstubAllGlobals());

const FACE = "@font-face{font-family:F;src:url(/fonts/1.woff2)}";
const mounted = (css: string) => mountSlide(document.createElement("div"), "<section></section>", css);

test("slides share a style sheet, and the document adopts a font face once", () => {
  for (let count = 0; count < 3; count++)
    expect(mounted(`${FACE}.a{order:1}`).root.adoptedStyleSheets).toHaveLength(1);
  expect(made).toEqual([FACE, ".a{order:1}"]);
  expect(document.adoptedStyleSheets).toHaveLength(1);
});

test("a slide that is drawn in many colours has one style sheet, and old ones are dropped", () => {
  const slide = mounted(".b{color:#000000}");
  const colours = Array.from({ length: 40 }, (_, at) => `.b{color:#0000${String(at + 10)}}`);
  for (const css of colours) slide.draw("<section></section>", css);
  expect(slide.root.adoptedStyleSheets).toHaveLength(1);
  made = [];
  for (const css of [colours[39], colours[0]]) slide.draw("<section></section>", css ?? "");
  expect(made).toEqual([colours[0]]);
});
