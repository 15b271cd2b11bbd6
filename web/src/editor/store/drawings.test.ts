import { expect, it, vi } from "vitest";
import type { StyledSlide } from "../../lib/api-types";
import type { Draft } from "../panel-types";
import { Drawings } from "./drawings.svelte";

const drawn = (slideId: string, html = ""): StyledSlide => ({
  slideId,
  html,
  css: "",
  steps: 0,
  findings: [],
});
const content = { title: "Tide" };

function drawings() {
  const draw = vi.fn((draft: Draft) => Promise.resolve(drawn(draft.slideId, JSON.stringify(draft.content))));
  return { draw, all: new Drawings(draw) };
}

it("shows the drawing of the page without drawing it again", async () => {
  const { draw, all } = drawings();
  all.addFromPage(drawn("a", "from the page"), content);
  all.show({ slideId: "a", content });
  await all.settled();
  expect(all.shown?.html).toBe("from the page");
  expect(draw).not.toHaveBeenCalled();
});

it("draws changed content, another theme, and the same slide later", async () => {
  for (const draft of [
    { slideId: "a", content: { title: "Ebb" } },
    { slideId: "a", content, theme: "ledger" },
  ]) {
    const { draw, all } = drawings();
    all.addFromPage(drawn("a", "from the page"), content);
    all.show(draft);
    await all.settled();
    expect(draw).toHaveBeenCalledOnce();
  }
  const { draw, all } = drawings();
  all.addFromPage(drawn("a", "from the page"), content);
  all.show({ slideId: "a", content });
  all.show({ slideId: "b", content });
  all.show({ slideId: "a", content });
  await all.settled();
  expect(draw.mock.calls.map(([draft]) => draft.slideId)).toEqual(["b", "a"]);
});

it("draws one at a time, and of the waiting drafts the newest", async () => {
  const { draw, all } = drawings();
  for (const title of ["T", "Ti", "Tid", "Tide"]) all.show({ slideId: "a", content: { title } });
  await all.settled();
  expect(draw.mock.calls.map(([draft]) => draft.content?.["title"])).toEqual(["T", "Tide"]);
  expect(all.shown?.html).toContain('"Tide"');
});

it("draws a failed draft again when the server is back", async () => {
  const { draw, all } = drawings();
  draw.mockRejectedValueOnce(new Error("no answer"));
  all.show({ slideId: "a", content });
  await all.settled();
  expect(all.shown).toBeUndefined();
  all.retry();
  await all.settled();
  expect(all.shown?.slideId).toBe("a");
  all.retry();
  await all.settled();
  expect(draw).toHaveBeenCalledTimes(2);
});

it("does not store a proposal as the slide", async () => {
  const { all } = drawings();
  all.show({ slideId: "a", type: "list", content });
  await all.settled();
  expect([all.shown?.slideId, all.isUpToDate("a")]).toEqual(["a", false]);
});
