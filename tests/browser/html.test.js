// The HTML exports in Chromium. `LECTERN_PAGES` is the folder that the example `html` of the crate `export` wrote: a deck
// of every slide type, and the position of each run of letters as layout computed it.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launchChromium, violations } from "../chromium.js";

const folder = resolve(process.env.LECTERN_PAGES);
const runs = JSON.parse(await readFile(join(folder, "runs.json"), "utf8"));
let browser;

before(async () => {
  browser = await launchChromium();
});
after(() => browser?.close());

async function opened(file, { width = 1920, height = 1080, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, bypassCSP: true, ...options });
  const page = await context.newPage();
  const requests = [];
  const faults = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("pageerror", (fault) => faults.push(String(fault)));
  await page.goto(pathToFileURL(join(folder, file)).href);
  await page.evaluate(() => document.fonts.ready);
  return { page, requests, faults };
}

const now = (page) => page.evaluate(() => document.querySelector(".slide.now").id + location.hash);

for (const width of [1920, 1280, 390]) {
  test(`letters stand where layout put them, ${width} wide`, async () => {
    const { page } = await opened("fragments.html", { width, height: 900 });
    const pieces = await page.evaluate(() =>
      [...document.querySelectorAll(".slide")].flatMap((slide) => {
        const box = slide.getBoundingClientRect();
        const unit = box.width / 1920;
        return [...slide.querySelectorAll(".l,.r")].map((piece) => {
          const range = document.createRange();
          const words = [...piece.childNodes].flatMap((node) => node.firstChild ?? node);
          if (!words.length || !piece.textContent.trim()) return null;
          range.setStart(words[0], 0);
          const last = words.at(-1);
          // White space has a width between words, and none at the end of a line.
          const places = [last.data.trimEnd().length, last.data.length].map((end) => {
            range.setEnd(last, end);
            const place = range.getBoundingClientRect();
            return {
              left: (place.left - box.left) / unit, right: (place.right - box.left) / unit,
              top: (place.top - box.top) / unit, bottom: (place.bottom - box.top) / unit,
            };
          });
          return { page: Number(slide.id), words: piece.textContent, places };
        });
      }).filter(Boolean));
    assert.ok(pieces.length > 100);
    const near = (run, place) =>
      ["left", "right", "top", "bottom"].every((edge) => Math.abs(run[edge] - place[edge]) < 0.6);
    const lost = pieces.filter((piece) => !runs.some((run) =>
      run.page === piece.page && piece.places.some((place) => near(run, place))));
    assert.deepEqual(lost, []);
    await page.context().close();
  });
}

test("every face is loaded from the file itself", async () => {
  const { page, requests, faults } = await opened("deck.html");
  const faces = await page.evaluate(async () => {
    await Promise.all([...document.fonts].map((face) => face.load()));
    return [...document.fonts].map((face) => face.status);
  });
  assert.ok(faces.length >= 3);
  assert.deepEqual([...new Set(faces)], ["loaded"]);
  assert.deepEqual(requests.filter((url) => !url.startsWith("file:") && !url.startsWith("data:")), []);
  assert.deepEqual(faults, []);
  await page.context().close();
});

test("the viewer can be used by everyone", async () => {
  const { page } = await opened("deck.html");
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("o");
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  assert.deepEqual(await violations(page), []);
  await page.context().close();
});

test("the page to print can be read by everyone", async () => {
  const { page } = await opened("print.html", { width: 390, height: 844 });
  assert.deepEqual(await violations(page), []);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `${wide} pixels wide`);
  await page.context().close();
});

test("keys turn pages, builds first", async () => {
  const { page } = await opened("deck.html");
  const count = await page.locator(".slide").count();
  assert.equal(await now(page), "1#1");
  await page.keyboard.press("ArrowRight");
  assert.equal(await now(page), "2#2");
  const steps = Number(await page.locator("[id='2']").getAttribute("data-steps"));
  assert.ok(steps > 1);
  const hidden = () => page.locator("[id='2'] .soon").count();
  const before = await hidden();
  await page.keyboard.press("Space");
  assert.ok((await hidden()) < before);
  assert.equal(await now(page), "2#2");
  for (let step = 1; step <= steps; step += 1) await page.keyboard.press("PageDown");
  assert.equal(await now(page), "3#3");
  await page.keyboard.press("PageUp");
  assert.equal(await now(page), "2#2");
  assert.equal(await hidden(), 0);
  await page.keyboard.press("End");
  assert.equal(await now(page), `${count}#${count}`);
  await page.keyboard.press("ArrowRight");
  assert.equal(await now(page), `${count}#${count}`);
  await page.keyboard.press("Home");
  assert.equal(await now(page), "1#1");
  const inert = await page.evaluate(() => [...document.querySelectorAll(".slide")].filter((slide) => slide.inert).length);
  assert.equal(inert, count - 1);
  await page.context().close();
});

test("nothing shows beside a slide that ends within a pixel", async () => {
  const { page } = await opened("deck.html", { width: 844, height: 391 });
  const color = await page.evaluate(() => getComputedStyle(document.querySelector(".slide.now")).backgroundColor);
  assert.equal(color, "rgba(0, 0, 0, 0)");
  await page.context().close();
});

test("the overview chooses a slide", async () => {
  const { page } = await opened("deck.html");
  await page.keyboard.press("o");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  assert.equal(await now(page), "3#3");
  await page.keyboard.press("o");
  await page.locator("[id='2']").click();
  assert.equal(await now(page), "2#2");
  assert.equal(await page.evaluate(() => document.documentElement.className.includes("overview")), false);
  await page.context().close();
});

test("an address with a slide opens that slide", async () => {
  const { page } = await opened("deck.html");
  await page.evaluate(() => { location.hash = "#3"; });
  await page.waitForFunction(() => document.querySelector(".slide.now").id === "3");
  await page.context().close();
});

test("custom HTML may have classes that the file has, too", async () => {
  const names = ["slide", "bar", "progress", "keys", "sr", "n"];
  const words = names.map((name) => `<p class="${name}">${name}</p>`).join("");
  const own = `<div class="n own own1" style="left:0;top:0;width:900px;height:600px">${words}</div>`;
  const html = await readFile(join(folder, "deck.html"), "utf8");
  await writeFile(join(folder, "classes.html"), html.replace('<div class="canvas">', (canvas) => canvas + own));
  const { page, faults } = await opened("classes.html");
  const count = await page.locator(".deck > .slide").count();
  assert.equal(await page.locator("output").textContent(), `1 / ${count}`);
  for (const name of names) {
    const style = await page.locator(`.own1 > .${name}`).evaluate((element) => {
      const { display, position, visibility, transform } = getComputedStyle(element);
      return [display, position, visibility, transform];
    });
    assert.deepEqual(style, ["block", "static", "visible", "none"], name);
  }
  assert.deepEqual(faults, []);
  await page.context().close();
});

test("without script every slide is there to scroll through", async () => {
  const { page } = await opened("deck.html", { javaScriptEnabled: false });
  const boxes = await page.locator(".slide").evaluateAll((slides) => slides.map((slide) => slide.getBoundingClientRect().top));
  assert.ok(boxes.length > 2);
  assert.ok(boxes.every((top, index) => index === 0 || top > boxes[index - 1]));
  await page.context().close();
});

for (const file of ["deck.html", "print.html"]) {
  test(`${file} prints one sheet for each slide`, async () => {
    const { page } = await opened(file);
    const pdf = await page.pdf({ preferCSSPageSize: true });
    const sheets = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length;
    assert.equal(sheets, await page.locator(".slide").count());
    await page.context().close();
  });
}
