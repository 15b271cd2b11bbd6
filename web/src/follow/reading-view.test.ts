// @vitest-environment jsdom

import { describe, expect, it } from "vitest";
import { readingView } from "./reading-view";

function check(inside: string, expected: string) {
  const section = document.createElement("section");
  section.innerHTML = `<div class="canvas">${inside}</div>`;
  expect(readingView(section).innerHTML.replace(/\s+/g, " ").trim()).toBe(expected);
}

describe("the reading view", () => {
  it("keeps elements and drops positions", () => {
    check(
      `<h2 class="n" style="left:1px"><span class="l">Four</span><span class="l">rules</span></h2>`,
      "<h2>Four rules </h2>",
    );
  });

  it("leaves out decoration and parts of later build steps", () => {
    check(`<p aria-hidden="true">7</p><p class="soon">Later</p><svg><path/></svg><p>Now</p>`, "<p>Now</p>");
  });

  it("describes pictures", () => {
    check(`<img alt="A quay at dawn">`, `<p class="picture">A quay at dawn</p>`);
  });

  it("keeps tables and links", () => {
    check(
      `<table><tbody><tr><th scope="row" class="n">A</th><td></td></tr></tbody></table>`,
      `<table><tbody><tr><th scope="row">A</th><td></td></tr></tbody></table>`,
    );
    check(`<a href="https://a.test" aria-label="Read on"></a>`, `<a href="https://a.test">Read on</a>`);
  });
});
