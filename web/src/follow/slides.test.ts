import { beforeEach, describe, expect, it, vi } from "vitest";
import { build, read, Shelf, stepOf, type Slide } from "./slides";

const HTML = `<section class="slide" id="8" data-slide="s8" data-steps="2" role="group" aria-label="8 Four rules">
  <div class="canvas"><h2>Four rules</h2><p data-step="1">One</p><p data-step="2">Two</p></div></section>`;

function slide(): Slide {
  const found = read(HTML);
  if (!found) throw new Error("no slide");
  return found;
}

const waiting = (section: HTMLElement) =>
  [...section.querySelectorAll(".soon")].map((part) => part.textContent);

describe("a slide", () => {
  it("tells its number, its steps and its title", () => {
    expect(slide()).toMatchObject({ id: "s8", number: 8, steps: 2, title: "Four rules" });
  });

  it("shows its parts up to a step, and lets only what is new rise", () => {
    const { section } = slide();
    build(section, 0, false);
    expect(waiting(section)).toEqual(["One", "Two"]);
    build(section, 1, true);
    expect(waiting(section)).toEqual(["Two"]);
    expect(section.querySelector(".rise")?.textContent).toBe("One");
    build(section, 0, false);
    expect(waiting(section)).toEqual(["One", "Two"]);
    expect(section.querySelector(".rise")).toBeNull();
  });

  it("is shown whole where builds are off, and never beyond its last step", () => {
    const state = { slideId: "s8", slideIndex: 7, stepIdx: 1, stepParagraphs: true };
    expect(stepOf(state, 2)).toBe(1);
    expect(stepOf({ ...state, stepIdx: 9 }, 2)).toBe(2);
    expect(stepOf({ ...state, stepParagraphs: false }, 2)).toBe(2);
  });
});

describe("the shelf", () => {
  const asked: string[] = [];
  let answer: () => Response;

  beforeEach(() => {
    asked.length = 0;
    answer = () => new Response(HTML);
    vi.stubGlobal("fetch", (path: string) => {
      asked.push(path);
      return Promise.resolve(answer());
    });
  });

  const shelf = () => new Shelf((id, revision) => `/${id}?rev=${revision}`, 3);

  it("asks once for a slide, and again when the deck has changed", async () => {
    const kept = shelf();
    await Promise.all([kept.get("s8"), kept.get("s8")]);
    await kept.get("s8");
    kept.renew(4);
    await kept.get("s8");
    expect(asked).toEqual(["/s8?rev=3", "/s8?rev=4"]);
  });

  it("keeps the slides that a change does not touch", async () => {
    const kept = shelf();
    await Promise.all([kept.get("s8"), kept.get("s9")]);
    kept.renew(4, "s9");
    await Promise.all([kept.get("s8"), kept.get("s9")]);
    expect(asked).toEqual(["/s8?rev=3", "/s9?rev=3", "/s9?rev=4"]);
  });

  it("tells whether only the drawing of a revision changed", async () => {
    const kept = shelf();
    await kept.get("s8");
    expect([kept.renew(3), kept.renew(4), kept.renew(3)]).toEqual([true, false, false]);
    await kept.get("s8");
    expect(asked).toEqual(["/s8?rev=3", "/s8?rev=4"]);
  });

  it("does not go back to a revision that is past", async () => {
    const kept = shelf();
    kept.renew(2);
    await kept.get("s8");
    expect(asked).toEqual(["/s8?rev=3"]);
  });

  it("has nothing where a slide is not to be seen, and asks again later", async () => {
    const kept = shelf();
    answer = () => new Response("{}", { status: 404 });
    expect(await kept.get("s8")).toBeUndefined();
    answer = () => new Response(HTML);
    expect((await kept.get("s8"))?.id).toBe("s8");
  });
});
