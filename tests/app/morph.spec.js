// The transition `morph`: what two slides share moves from its old place into its new one, on the projector, for the audience
// and in the HTML file.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { until } from "../lectern.js";
import { lectern } from "./visit.js";

const TITLE = "Every street";
const ENTRIES = ["Keep one lane open", "Work by night", "Tidy up"];
const SLIDES = [
  { type: "title", content: { title: TITLE, subtitle: "Only here" } },
  { type: "list", content: { title: TITLE, items: ENTRIES.map((title) => ({ title })) } },
  { type: "list", content: { title: "Two remain", items: ENTRIES.slice(1).map((title) => ({ title })) } },
  // A title and an entry become a quotation and its source, since the author says so.
  {
    type: "list",
    content: { title: "Repairs", items: ["Dig", "Weld"].map((title) => ({ title })) },
    morphNames: { title: "thought", "items.1": "step" },
  },
  {
    type: "quote",
    content: { quote: "A road is a pipe.", attribution: "Ama" },
    morphNames: { quote: "thought", attribution: "step" },
  },
];

let service;
let folder;
before(async () => {
  service = await lectern();
  folder = await mkdtemp(join(tmpdir(), "lectern-morph-"));
});
after(async () => {
  service?.stop();
  await rm(folder, { recursive: true });
});

async function deck() {
  const settings = { transitions: { preset: "morph" } };
  const body = { title: "Waterworks", language: "en", slides: SLIDES, settings };
  return (await service.api("POST", "/api/presentations", body)).presentation;
}

/** Records every animation of a part of a slide: its text and its frames. */
const record = (context) =>
  context.addInitScript(() => {
    const animate = Element.prototype.animate;
    window.animated = [];
    Element.prototype.animate = function (frames, timing) {
      window.animated.push({ text: this.textContent.trim(), frames });
      return animate.call(this, frames, timing);
    };
  });

/** The frames of the animations of a text that moves, and those of a text that only appears or leaves. */
const moves = (page, text) =>
  page.evaluate((text) => {
    const own = window.animated.filter((each) => each.text === text).map(({ frames }) => frames[0]);
    return {
      moved: own.filter((frame) => /translate\(/.test(frame.transform ?? "")).length,
      hidden: own.filter((frame) => frame.visibility === "hidden").length,
      faded: own.filter((frame) => frame.opacity !== undefined && !frame.transform).length,
    };
  }, text);

const clear = (page) => page.evaluate(() => void (window.animated = []));

/** Checks the moves from slide to slide. `next` goes on. */
async function checkMoves(page, next, at) {
  await clear(page);
  await next();
  await at(2);
  assert.deepEqual(await moves(page, TITLE), { moved: 1, hidden: 1, faded: 0 }, "the title moves once");
  assert.deepEqual(await moves(page, "Only here"), { moved: 0, hidden: 0, faded: 1 }, "what only one slide has fades");
  await clear(page);
  await next();
  await at(3);
  assert.equal((await moves(page, ENTRIES[1])).moved, 1, "an entry moves up");
  assert.equal((await moves(page, ENTRIES[0])).faded, 1);
  assert.equal((await moves(page, "Two remain")).faded, 1);
  await next();
  await at(4);
  await clear(page);
  await next();
  await at(5);
  const blended = { moved: 1, hidden: 0, faded: 0 };
  for (const text of ["A road is a pipe.", "Ama"]) assert.deepEqual(await moves(page, text), blended, `${text} comes from its namesake`);
  assert.deepEqual(await moves(page, "Repairs"), { moved: 0, hidden: 0, faded: 0 }, "the namesake moves as it fades");
  assert.equal((await moves(page, "Dig")).faded, 1, "what has no name fades");
}

test("on the projector", async () => {
  const { id } = await deck();
  const { page, context, done } = await service.visit();
  await record(context);
  await page.goto(`${service.base}/present/${id}`);
  await page.getByText("All slides are on this device").waitFor();
  const opened = context.waitForEvent("page");
  await page.keyboard.press("w");
  const projector = await opened;
  const layers = () =>
    projector.evaluate(() =>
      [...document.querySelectorAll(".stage-layer")].map(({ shadowRoot }) => shadowRoot.querySelector(".slide").id),
    );
  const at = (number) =>
    until(`only slide ${number} is on stage`, async () => String(await layers()) === String(number));
  await at(1);
  await projector.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => /transitions/.test(name)));
  await checkMoves(projector, () => page.keyboard.press("ArrowRight"), at);

  await projector.emulateMedia({ reducedMotion: "reduce" });
  await clear(projector);
  await page.keyboard.press("ArrowLeft");
  await at(4);
  assert.deepEqual(await projector.evaluate(() => window.animated), [], "nothing moves where that is asked for");
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
      page.evaluate(
        (number) => {
          const slides = [...document.querySelectorAll("#frame > .slide")];
          return slides.length === 1 && slides[0].id === String(number);
        },
        number,
      ),
    );
  await at(1);
  await page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => /transitions/.test(name)));
  let index = 0;
  const next = () =>
    service.api("POST", `/api/present-sessions/${sessionId}/control`, { action: "goto", slideIndex: (index += 1) });
  await checkMoves(page, next, at);
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
      page.evaluate(
        (number) => {
          const shown = [...document.querySelectorAll(".slide")].filter((slide) => getComputedStyle(slide).visibility === "visible");
          return shown.length === 1 && shown[0].id === String(number);
        },
        number,
      ),
    );
  await at(1);
  await checkMoves(page, () => page.keyboard.press("ArrowRight"), at);
  await done();
});
