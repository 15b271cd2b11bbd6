import { expect, it } from "vitest";
import { filesOf } from "./offline-cache";

it("finds the fonts and pictures of slides, each once", () => {
  const css = "@font-face{src:url(/fonts/25.woff2?v=0.1.0) format('woff2')}";
  const html = `<div style="background-image:url(&quot;/uploads/a.png&quot;)"></div><img src="/uploads/b.svg">
    <img src="https://elsewhere.example/c.png"><a href="/app">no</a>`;
  const slide = { id: "a", html, css, steps: 0, skipped: false, label: "", countsUp: false };
  expect(filesOf({ slides: [slide, { ...slide, id: "b" }], hints: 0 }).sort()).toEqual([
    "/fonts/25.woff2?v=0.1.0",
    "/uploads/a.png",
    "/uploads/b.svg",
  ]);
});
