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

/** Checks the moves from slide to slide. `next` goes to the next slide, `at` waits for the slide with a number. */
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

/** Returns the words that a person sees on the slides of a page: text, place, opacity and colour. */
const seen = (page) =>
  page.evaluate(() => {
    const opacityOf = (element) =>
      element.matches(".slide") ? 1 : Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement);
    const range = document.createRange();
    return [...document.querySelectorAll("#frame .slide :is(.l, .r)")].flatMap((line) => {
      const { color, visibility } = getComputedStyle(line);
      const letters = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      const opacity = visibility === "visible" ? Math.round(opacityOf(line) * 20) / 20 : 0;
      const found = [];
      while (opacity > 0 && letters.nextNode()) {
        for (const { 0: text, index } of letters.currentNode.data.matchAll(/\w+|[^\w\s]/g)) {
          range.setStart(letters.currentNode, index);
          range.setEnd(letters.currentNode, index + text.length);
          const { left, top } = range.getBoundingClientRect();
          found.push({ look: `${text} ${opacity} ${color}`, left, top });
        }
      }
      return found;
    });
  });

/** Checks that the same words are seen at the same places, within a pixel. */
function assertSeen(words, expected, when) {
  const more = [...words];
  const missing = expected.filter((word) => {
    const isIt = ({ look, left, top }) =>
      look === word.look && Math.abs(left - word.left) < 1 && Math.abs(top - word.top) < 1;
    const at = more.findIndex(isIt);
    if (at >= 0) more.splice(at, 1);
    return at < 0;
  });
  assert.deepEqual({ missing, more }, { missing: [], more: [] }, when);
}

const CODE = Array.from({ length: 16 }, (_, line) => `let depth_${line} = measure("quay ${line}", ${line * 3})?;`);
const LONGER = CODE.flatMap((line, at) => (at % 4 ? [line] : [line.replace("measure", "measured_again"), "log(depth);"]));

/** At most so many elements move between the two codes: a few for each line and its number, not one for each word. */
const MOST_MOVING = 70;

const CODE_MOVES = [
  { what: "more lines in smaller type", most: MOST_MOVING },
  { what: "other lines are highlighted", old: { highlightSteps: "1-4 | 9" }, now: { highlightSteps: "2-3 | 9" } },
  { what: "words in other colours", now: { language: "text" } },
  { what: "one line more", codes: [CODE.slice(0, 4), CODE.slice(0, 4).toSpliced(2, 0, "log(depth);")] },
];
for (const { what, codes = [CODE, LONGER], old, now, most = Infinity } of CODE_MOVES) {
  test(`code moves from its old place to its new one, in few parts: ${what}`, async () => {
    const slides = codes.map((lines, at) => ({
      type: "code",
      content: { title: "Depths", language: "rust", code: lines.join("\n"), ...(at ? now : old) },
    }));
    const settings = { stepParagraphs: true, transitions: { preset: "morph" } };
    const body = { title: "Depths", language: "en", slides, settings };
    const { id } = (await service.api("POST", "/api/presentations", body)).presentation;
    const { sessionId } = await service.api("POST", "/api/present-sessions", { presentationId: id });
    const { page, context, done } = await service.visit({ width: 1280, height: 800 });
    // Pauses every animation at its start: the test sets the times.
    await context.addInitScript(() => {
      const animate = Element.prototype.animate;
      window.animations = [];
      Element.prototype.animate = function (frames, timing) {
        const animation = animate.call(this, frames, timing);
        animation.pause();
        window.animations.push(animation);
        return animation;
      };
    });
    const opened = page.waitForResponse((response) => response.url().includes("/events"));
    await page.goto(`${service.base}/follow/${sessionId}`);
    await opened;
    await page.locator("#frame > .slide").waitFor();
    await page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => /transitions/.test(name)));
    await page.evaluate(() => document.fonts.ready);
    // Lines that are not highlighted fade to their opacity.
    await page.evaluate(() =>
      Promise.all(document.getAnimations().filter((each) => each instanceof CSSTransition).map(({ finished }) => finished)),
    );
    const atFirst = await seen(page);
    await service.api("POST", `/api/present-sessions/${sessionId}/control`, { action: "goto", slideIndex: 1 });
    await page.waitForFunction(() => window.animations.length > 0);
    await page.evaluate(() => document.fonts.ready);
    const seenAt = async (time) => {
      await page.evaluate((time) => window.animations.forEach((animation) => (animation.currentTime = time)), time);
      return seen(page);
    };
    const moving = await page.evaluate(() => new Set(window.animations.map(({ effect }) => effect.target)).size);
    assert.ok(moving <= most, `${moving} elements move`);
    const recolored = await page.evaluate(() =>
      window.animations.filter(({ effect }) => effect.getKeyframes().some((frame) => "color" in frame)).length,
    );
    assert.equal(recolored, 0, "colours are not drawn anew in each frame");
    assertSeen(await seenAt(0), atFirst, "the move begins as the old slide");
    const nearEnd = await seenAt(519.9);
    await page.evaluate(() => window.animations.forEach((animation) => animation.finish()));
    await until("only the new slide is there", () => page.evaluate(() => document.querySelectorAll("#frame > .slide").length === 1));
    assertSeen(nearEnd, await seen(page), "the move ends as the new slide");
    const rows = await page.locator("#frame pre").allTextContents();
    assert.deepEqual(rows.join("\n").split("\n"), codes[1], "the lines are whole");
    assert.equal(await page.locator("#frame pre .l *").count(), 0, "no line is in pieces");
    await done();
  });
}
