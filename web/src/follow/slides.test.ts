// @vitest-environment jsdom

import { beforeEach, describe, expect, it, vi } from "vitest";
import { showStep, parseSlide, SlideCache, stepToShow, type Slide } from "./slides";

const HTML = `<section class="slide" id="8" data-slide="s8" data-steps="2" role="group" aria-label="8 Four rules">
  <div class="canvas"><h2>Four rules</h2><p data-step="1">One</p><p data-step="2">Two</p></div></section>`;

function slide(): Slide {
  const found = parseSlide(HTML);
  if (!found) throw new Error("no slide");
  return found;
}

const waiting = (section: HTMLElement) =>
  [...section.querySelectorAll(".soon")].map((part) => part.textContent);

describe("a slide", () => {
  it("has a number, build steps and a title", () => {
    expect(slide()).toMatchObject({ id: "s8", number: 8, steps: 2, title: "Four rules" });
  });

  it("shows its parts up to a step, and animates only new ones", () => {
    const { section } = slide();
    showStep(section, 0, false);
    expect(waiting(section)).toEqual(["One", "Two"]);
    showStep(section, 1, true);
    expect(waiting(section)).toEqual(["Two"]);
    expect(section.querySelector(".rise")?.textContent).toBe("One");
    showStep(section, 0, false);
    expect(waiting(section)).toEqual(["One", "Two"]);
    expect(section.querySelector(".rise")).toBeNull();
  });

  it("is shown in full without builds, and never beyond its last step", () => {
    const state = { slideId: "s8", slideIndex: 7, stepIdx: 1, stepParagraphs: true };
    expect(stepToShow(state, 2)).toBe(1);
    expect(stepToShow({ ...state, stepIdx: 9 }, 2)).toBe(2);
    expect(stepToShow({ ...state, stepParagraphs: false }, 2)).toBe(2);
  });
});

describe("the slide cache", () => {
  const requests: string[] = [];
  let answer: () => Response;

  beforeEach(() => {
    requests.length = 0;
    answer = () => new Response(HTML);
    vi.stubGlobal("fetch", (path: string) => {
      requests.push(path);
      return Promise.resolve(answer());
    });
  });

  const newCache = () => new SlideCache((id, revision) => `/${id}?rev=${revision}`, 3);

  it("requests a slide once per revision", async () => {
    const cache = newCache();
    await Promise.all([cache.get("s8"), cache.get("s8")]);
    await cache.get("s8");
    cache.invalidate(4);
    await cache.get("s8");
    expect(requests).toEqual(["/s8?rev=3", "/s8?rev=4"]);
  });

  it("keeps slides that a change does not affect", async () => {
    const cache = newCache();
    await Promise.all([cache.get("s8"), cache.get("s9")]);
    cache.invalidate(4, "s9");
    await Promise.all([cache.get("s8"), cache.get("s9")]);
    expect(requests).toEqual(["/s8?rev=3", "/s9?rev=3", "/s9?rev=4"]);
  });

  it("reports whether the revision was known", async () => {
    const cache = newCache();
    await cache.get("s8");
    expect([cache.invalidate(3), cache.invalidate(4), cache.invalidate(3)]).toEqual([true, false, false]);
    await cache.get("s8");
    expect(requests).toEqual(["/s8?rev=3", "/s8?rev=4"]);
  });

  it("ignores an older revision", async () => {
    const cache = newCache();
    cache.invalidate(2);
    await cache.get("s8");
    expect(requests).toEqual(["/s8?rev=3"]);
  });

  it("returns undefined for a hidden slide, and requests it again later", async () => {
    const cache = newCache();
    answer = () => new Response("{}", { status: 404 });
    expect(await cache.get("s8")).toBeUndefined();
    answer = () => new Response(HTML);
    expect((await cache.get("s8"))?.id).toBe("s8");
  });
});
