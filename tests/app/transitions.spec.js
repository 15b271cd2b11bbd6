// Transitions of single slides: chosen in the editor, and shown on the projector, for the audience and in the HTML file.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { until } from "../lectern.js";
import { lectern } from "./visit.js";

const title = (text, transition) => ({ type: "title", content: { title: text }, ...(transition && { transition }) });
/** The second slide pushes, the third comes at once, the fourth as the deck says. */
const SLIDES = [title("One"), title("Two", "push"), title("Three", "none"), title("Four")];

let service;
let folder;
before(async () => {
  service = await lectern();
  folder = await mkdtemp(join(tmpdir(), "lectern-transitions-"));
});
after(async () => {
  service?.stop();
  await rm(folder, { recursive: true });
});

async function deck(slides = SLIDES) {
  const settings = { transitions: { preset: "fade" } };
  const body = { title: "Waterworks", language: "en", slides, settings };
  return (await service.api("POST", "/api/presentations", body)).presentation;
}
const stored = async (id) => (await service.api("GET", `/api/presentations/${id}`)).presentation;

/** Records the first frames of every animation. */
const record = (context) =>
  context.addInitScript(() => {
    const animate = Element.prototype.animate;
    window.animated = [];
    Element.prototype.animate = function (frames, timing) {
      window.animated.push(frames[0]);
      return animate.call(this, frames, timing);
    };
  });

/** What was animated since the last call: `in` from the right, `back` from the left, `out`, or `fade`. */
const recorded = (page) =>
  page.evaluate(() => {
    const words = window.animated.map(({ transform = "", opacity }) =>
      transform.includes("(100%)") ? "in" : transform.includes("(-100%)") ? "back" : transform ? "out" : opacity === 0 ? "fade" : "?",
    );
    window.animated = [];
    return words;
  });

test("the editor gives a slide a transition of its own, and undoes it", async () => {
  const { id } = await deck([title("One"), title("Two")]);
  const { page, violations, done } = await service.visit();
  await page.goto(`${service.base}/app/${id}`);
  await page.locator(".frame .layer button").first().waitFor();
  await page.getByRole("listbox", { name: "Slides" }).getByRole("option").nth(1).click();
  await page.getByText("Transition", { exact: true }).first().click();
  const choice = page.getByLabel("Transition to this slide");
  assert.equal(await choice.locator("option:checked").innerText(), "As the deck (Fade)");
  await choice.selectOption("Morph");
  await until("the slide has it", async () => (await stored(id)).slides[1].transition === "morph");
  assert.equal((await stored(id)).slides[0].transition, undefined);
  assert.deepEqual(await violations(), []);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+z");
  await until("it is gone again", async () => (await stored(id)).slides[1].transition === undefined);
  await done();
});

test("the editor names parts of slides for morph, and the names follow their entries", async () => {
  const items = ["Dig", "Weld"].map((title) => ({ title }));
  const { id } = await deck([title("One"), { type: "list", content: { title: "Two", items }, transition: "morph" }]);
  const { page, violations, done } = await service.visit();
  await page.goto(`${service.base}/app/${id}`);
  await page.locator(".frame .layer button").first().waitFor();
  const slides = page.getByRole("listbox", { name: "Slides" }).getByRole("option");
  await slides.nth(0).click();
  await page.getByText("Transition", { exact: true }).first().click();
  await page.getByLabel("Name a part").selectOption({ value: "title" });
  await page.getByRole("combobox", { name: /^Name of “/ }).fill("word");
  await page.keyboard.press("Tab");
  await until("the title has a name", async () => (await stored(id)).slides[0].morphNames?.title === "word");
  await slides.nth(1).click();
  await page.getByRole("button", { name: "List, change type" }).waitFor();
  if (!(await page.getByLabel("Transition to this slide").isVisible()))
    await page.getByText("Transition", { exact: true }).first().click();
  await page.getByLabel("Name a part").selectOption({ value: "items.1" });
  await page.getByRole("combobox", { name: "Name of “Weld”" }).fill("word");
  await page.keyboard.press("Tab");
  await until("the entry has a name", async () => (await stored(id)).slides[1].morphNames?.["items.1"] === "word");
  assert.deepEqual(await violations(), []);
  const { revision, slides: now } = await stored(id);
  const value = items.toReversed();
  await service.api("POST", `/api/presentations/${id}/edits`, {
    client: "test",
    seq: 1,
    base: revision,
    edits: [{ op: "set", slideId: now[1].id, path: "content.items", value }],
  });
  await until("the name follows the entry", async () => (await stored(id)).slides[1].morphNames?.["items.0"] === "word");
  const unnamed = page.getByLabel("Name a part").locator('option[value="items.1"]');
  await unnamed.waitFor({ state: "attached" });
  assert.equal(await page.getByRole("combobox", { name: /^Name of “/ }).count(), 1, "the other entry has no name");
  await page.getByRole("button", { name: "Remove the name of “Weld”" }).click();
  await until("the name is gone", async () => !(await stored(id)).slides[1].morphNames);
  await until("here too", async () => (await page.getByRole("button", { name: /^Remove the name of/ }).count()) === 0);
  await done();
});

test("on the projector", async () => {
  const { id } = await deck();
  const { page, context, done } = await service.visit();
  await record(context);
  await page.goto(`${service.base}/present/${id}`);
  await page.getByText("All slides are on this device").waitFor();
  const opened = context.waitForEvent("page");
  await page.keyboard.press("w");
  const projector = await opened;
  const at = (number) =>
    until(`only slide ${number} is on stage`, () =>
      projector.evaluate((number) => {
        const layers = [...document.querySelectorAll(".stage-layer")];
        return layers.length === 1 && layers[0].shadowRoot.querySelector(".slide").id === String(number);
      }, number),
    );
  await at(1);
  await projector.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => /transitions/.test(name)));
  await recorded(projector);
  for (const [key, number, words] of [
    ["ArrowRight", 2, ["in", "out"]],
    ["ArrowRight", 3, []],
    ["ArrowRight", 4, ["fade"]],
    ["ArrowLeft", 3, ["fade"]],
    ["ArrowLeft", 2, []],
    ["ArrowLeft", 1, ["back", "out"]],
  ]) {
    await page.keyboard.press(key);
    await at(number);
    assert.deepEqual(await recorded(projector), words, `${key} to slide ${number}`);
  }
  await done();
});

test("for the audience", async () => {
  const { id } = await deck();
  const { sessionId } = await service.api("POST", "/api/present-sessions", { presentationId: id });
  const { page, context, done } = await service.visit({ width: 390, height: 800 });
  await record(context);
  await page.goto(`${service.base}/follow/${sessionId}`);
  const at = (number) =>
    until(`only slide ${number} is shown`, () =>
      page.evaluate((number) => {
        const slides = [...document.querySelectorAll("#frame > .slide")];
        return slides.length === 1 && slides[0].id === String(number);
      }, number),
    );
  await at(1);
  for (const [slideIndex, words] of [
    [1, ["in", "out"]],
    [2, []],
    [1, []],
    [0, ["back", "out"]],
  ]) {
    await recorded(page);
    await service.api("POST", `/api/present-sessions/${sessionId}/control`, { action: "goto", slideIndex });
    await at(slideIndex + 1);
    assert.deepEqual(await recorded(page), words, `to slide ${slideIndex + 1}`);
  }
  await done();
});

test("in the HTML file", async () => {
  const { id } = await deck();
  const { page, context, done } = await service.visit();
  await record(context);
  const file = await page.request.get(`${service.base}/api/presentations/${id}/export/html`);
  const path = join(folder, "deck.html");
  await writeFile(path, await file.body());
  await page.goto(pathToFileURL(path).href);
  const at = (number) =>
    until(`only slide ${number} is shown`, () =>
      page.evaluate((number) => {
        const isShown = (slide) => getComputedStyle(slide).visibility === "visible";
        const shown = [...document.querySelectorAll(".slide")].filter(isShown);
        return shown.length === 1 && shown[0].id === String(number);
      }, number),
    );
  const fades = () => page.evaluate(() => document.querySelector(".slide.now").classList.contains("fade"));
  await at(1);
  for (const [key, number, words, fading] of [
    ["ArrowRight", 2, ["in", "out"], false],
    ["ArrowRight", 3, [], false],
    ["ArrowRight", 4, [], true],
    ["ArrowLeft", 3, [], true],
    ["ArrowLeft", 2, [], false],
    ["ArrowLeft", 1, ["back", "out"], false],
  ]) {
    await page.keyboard.press(key);
    await at(number);
    assert.deepEqual([await recorded(page), await fades()], [words, fading], `${key} to slide ${number}`);
  }
  await done();
});
