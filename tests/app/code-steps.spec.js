// Code in steps: lines are highlighted one group after the other, and words move between two slides of code.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { until } from "../lectern.js";
import { lectern } from "./visit.js";

const CODE = 'fn main() {\n    let tide = 4;\n    println!("{tide}");\n}';
const LONGER = 'fn main() {\n    let flood = 2;\n    let tide = 4 + flood;\n    println!("{tide}");\n}';
const slide = (code, more) => ({ type: "code", content: { title: "Tides", language: "rust", code, ...more } });

let service;
let folder;
before(async () => {
  service = await lectern();
  folder = await mkdtemp(join(tmpdir(), "lectern-code-"));
});
after(async () => {
  service?.stop();
  await rm(folder, { recursive: true });
});

async function deck(slides) {
  const settings = { stepParagraphs: true, transitions: { preset: "morph" } };
  const body = { title: "Tides", language: "en", slides, settings };
  return (await service.api("POST", "/api/presentations", body)).presentation;
}

/** Opens the HTML file of a deck. */
async function openFile(page, id) {
  const file = await page.request.get(`${service.base}/api/presentations/${id}/export/html`);
  const path = join(folder, `${id}.html`);
  await writeFile(path, await file.body());
  await page.goto(pathToFileURL(path).href);
}

/** The lines of code that are not dimmed, counted from 1. */
const lit = (root) =>
  [...root.querySelectorAll("[data-dim]")].flatMap((line, at) => (line.classList.contains("dim") ? [] : [at + 1]));

const STEPS = [[1], [2, 3], [4], [1, 2, 3, 4]];
const steps = () => deck([slide(CODE, { highlightSteps: "1 | 2-3 | 4" }), slide("done()")]);

test("on the projector each step highlights its lines, and the last shows all", async () => {
  const { id } = await steps();
  const { page, context, done } = await service.visit();
  await page.goto(`${service.base}/present/${id}`);
  await page.getByText("All slides are on this device").waitFor();
  const opened = context.waitForEvent("page");
  await page.keyboard.press("w");
  const projector = await opened;
  const shown = () =>
    projector.evaluate(
      (lit) => new Function(`return ${lit}`)()(document.querySelector(".stage-layer").shadowRoot),
      lit.toString(),
    );
  await projector.locator(".stage-layer").waitFor({ state: "attached" });
  for (const [at, lines] of STEPS.entries()) {
    if (at > 0) await page.keyboard.press("ArrowRight");
    await until(`step ${at} shows ${lines}`, async () => String(await shown()) === String(lines));
  }
  await page.keyboard.press("ArrowRight");
  await until("the next slide is shown", () =>
    projector.evaluate(() => {
      const layers = [...document.querySelectorAll(".stage-layer")];
      return layers.length === 1 && layers[0].shadowRoot.querySelector(".slide").id === "2";
    }),
  );
  await done();
});

test("for the audience, and in the HTML file", async () => {
  const { id } = await steps();
  const { sessionId } = await service.api("POST", "/api/present-sessions", { presentationId: id });
  const { page, done } = await service.visit({ width: 390, height: 800 });
  await page.goto(`${service.base}/follow/${sessionId}`);
  const shown = () =>
    page.evaluate((lit) => new Function(`return ${lit}`)()(document.querySelector(".slide")), lit.toString());
  for (const [stepIdx, lines] of STEPS.entries()) {
    const state = { slideIndex: 0, stepIdx, stepParagraphs: true };
    await service.api("POST", `/api/present-sessions/${sessionId}/state`, state);
    await until(`step ${stepIdx} shows ${lines}`, async () => String(await shown()) === String(lines));
  }
  await openFile(page, id);
  for (const [at, lines] of STEPS.entries()) {
    if (at > 0) await page.keyboard.press("ArrowRight");
    assert.deepEqual(await shown(), lines);
  }
  await done();
});

test("words that two slides of code share move, the others fade, and the lines are whole again", async () => {
  const { id } = await deck([slide(CODE), slide(LONGER)]);
  const { page, context, done } = await service.visit();
  await context.addInitScript(() => {
    const animate = Element.prototype.animate;
    window.animated = [];
    Element.prototype.animate = function (frames, timing) {
      window.animated.push({ text: this.textContent.trim(), number: this.closest(".slide").id, frames });
      return animate.call(this, frames, timing);
    };
  });
  await openFile(page, id);
  const lines = () =>
    page.evaluate(() => [...document.querySelectorAll("pre .l")].map(({ innerHTML }) => innerHTML));
  const before = await lines();
  await page.evaluate(() => void (window.animated = []));
  await page.keyboard.press("ArrowRight");
  const how = await page.evaluate(() => {
    const words = { moved: [], came: [], left: [] };
    for (const { text, number, frames } of window.animated) {
      if (number === "2" && /translate\(/.test(frames[0].transform ?? "")) words.moved.push(text);
      else if (number === "2" && frames[0].opacity === 0) words.came.push(text);
      else if (number === "1" && frames.at(-1).opacity === 0) words.left.push(text);
    }
    return words;
  });
  const has = (list, word) => list.some((text) => text.split(/\W+/).includes(word));
  assert.ok(has(how.moved, "tide") && has(how.moved, "println"), JSON.stringify(how));
  assert.ok(has(how.came, "flood") && !has(how.came, "tide") && !has(how.came, "println"), JSON.stringify(how));
  assert.ok(!has(how.left, "tide") && !has(how.left, "main"), JSON.stringify(how));
  await until("the lines are whole again", async () => String(await lines()) === String(before));
  await done();
});
