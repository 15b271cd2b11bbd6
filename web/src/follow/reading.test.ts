import { describe, expect, it } from "vitest";
import { reading } from "./reading";

function check(inside: string, expected: string) {
  const section = document.createElement("section");
  section.innerHTML = `<div class="canvas">${inside}</div>`;
  expect(reading(section).innerHTML.replace(/\s+/g, " ").trim()).toBe(expected);
}

describe("the words of a slide", () => {
  it("keep their elements and lose their places", () => {
    check(
      `<h2 class="n" style="left:1px"><span class="l">Four</span><span class="l">rules</span></h2>`,
      "<h2>Four rules </h2>",
    );
  });

  it("leave out what is only for eyes and what is still to come", () => {
    check(`<p aria-hidden="true">7</p><p class="soon">Later</p><svg><path/></svg><p>Now</p>`, "<p>Now</p>");
  });

  it("say what a picture shows", () => {
    check(`<img alt="A quay at dawn">`, `<p class="picture">A quay at dawn</p>`);
  });

  it("keep tables and links whole", () => {
    check(
      `<table><tbody><tr><th scope="row" class="n">A</th><td></td></tr></tbody></table>`,
      `<table><tbody><tr><th scope="row">A</th><td></td></tr></tbody></table>`,
    );
    check(`<a href="https://a.test" aria-label="Read on"></a>`, `<a href="https://a.test">Read on</a>`);
  });
});
