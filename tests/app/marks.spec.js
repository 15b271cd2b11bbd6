// The speaker's marks: pointer, pen and captions on console, projector, phones and the speaker's phone.

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { after, before, test } from "node:test";
import { until } from "../lectern.js";
import { lectern } from "./visit.js";

const SLIDES = [
  { type: "title", content: { title: "Water for every street" } },
  { type: "content", content: { title: "Four rules", body: "Keep one lane open.\n\nTell people.\n\nWork by night." } },
];

/** The folder for screenshots of the pages; without it none are taken. */
const PICTURES = process.env.MARKS_PICTURES;

let service;
before(async () => {
  service = await lectern();
  if (PICTURES) await mkdir(PICTURES, { recursive: true });
});
after(() => service?.stop());

const picture = async (page, name) =>
  PICTURES && (await page.screenshot({ path: `${PICTURES}/${name}.png` }));

async function deck(language = "en") {
  const body = { title: "Water for every street", language, slides: SLIDES };
  return (await service.api("POST", "/api/presentations", body)).presentation;
}

/** Opens the console and the projector window. */
async function withProjector(page, id) {
  await page.goto(`${service.base}/present/${id}`);
  await page.getByText("All slides are on this device").waitFor();
  const opened = page.context().waitForEvent("page");
  await page.keyboard.press("w");
  const projector = await opened;
  await projector.locator(".stage-layer").first().waitFor();
  return projector;
}

const session = (id) => service.api("POST", "/api/present-sessions", { presentationId: id });

async function follower(sessionId, options = {}) {
  const phone = await service.visit({ width: 390, signedIn: false, ...options });
  await phone.page.goto(`${service.base}/follow/${sessionId}`);
  await phone.page.locator("#frame section.slide").waitFor();
  return phone;
}

/** Draws a line on the slide of a page. `points` are x and y as fractions of its width and height. */
async function drag(page, target, points) {
  const box = await page.locator(target).boundingBox();
  const at = ([x, y]) => [box.x + x * box.width, box.y + y * box.height];
  await page.mouse.move(...at(points[0]));
  await page.mouse.down();
  for (const point of points.slice(1)) await page.mouse.move(...at(point), { steps: 8 });
  await page.mouse.up();
}

/** The strokes drawn on a page: the start and end of each, as fractions of the width and height of the slide. */
const strokes = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("svg.ink g")].map((group) => {
      const line = group.lastElementChild;
      const frame = group.ownerSVGElement.parentElement.getBoundingClientRect();
      const place = (length) => {
        const { x, y } = line.getPointAtLength(length).matrixTransform(line.getScreenCTM());
        return [(x - frame.x) / frame.width, (y - frame.y) / frame.height].map((share) => Math.round(share * 50) / 50);
      };
      return [place(0), place(line.getTotalLength())];
    }),
  );

const drawn = (what, page, expected) =>
  until(what, async () => JSON.stringify(await strokes(page)) === JSON.stringify(expected)).catch(async (fault) => {
    throw new Error(`${fault.message}: ${JSON.stringify(await strokes(page))}`);
  });

/** The opacity of the pointer's canvas at a point, from 0 to 255. `x` and `y` are fractions of its size. */
const pointerAt = (page, x, y) =>
  page.evaluate(
    ([x, y]) => {
      const canvas = document.querySelector("canvas.pointer");
      if (!canvas?.width) return 0;
      const paint = canvas.getContext("2d");
      return paint.getImageData(Math.round(x * canvas.width), Math.round(y * canvas.height), 1, 1).data[3];
    },
    [x, y],
  );

test("strokes of the console are on the projector and on phones at the same place, and come back with their slide", async () => {
  const { id } = await deck();
  const { page, done } = await service.visit();
  const projector = await withProjector(page, id);
  const { sessionId } = await session(id);
  const phone = await follower(sessionId);
  const streams = [];
  phone.page.on("request", (request) => /sessions\/[^/]+\/marks/.test(request.url()) && streams.push(request.url()));

  await page.keyboard.press("d");
  await drag(page, ".current .stage-slide", [
    [0.2, 0.3],
    [0.5, 0.6],
    [0.8, 0.3],
  ]);
  const expected = [
    [
      [0.2, 0.3],
      [0.8, 0.3],
    ],
  ];
  for (const view of [page, projector, phone.page]) await drawn("the stroke is everywhere", view, expected);
  assert.equal(streams.length, 1, "the phone opened the stream of marks when there were some");
  await picture(page, "console");
  await picture(projector, "projector");
  await picture(phone.page, "phone");
  assert.deepEqual(
    await page.locator(".stage-layer").last().evaluate((layer) => layer.shadowRoot.querySelector("section").ariaLabel),
    "1 Water for every street",
    "the pen does not move on",
  );

  const late = await follower(sessionId, { width: 844, height: 390 });
  await drawn("a late phone has the stroke", late.page, expected);

  await page.keyboard.press("ArrowRight");
  for (const view of [page, projector, phone.page, late.page]) await drawn("the next slide is clean", view, []);
  await page.keyboard.press("ArrowLeft");
  for (const view of [page, projector, phone.page, late.page]) await drawn("the stroke is back", view, expected);
  await projector.reload();
  await drawn("also after a reload of the projector", projector, expected);

  await page.keyboard.press("e");
  for (const view of [page, projector, phone.page, late.page]) await drawn("erased", view, []);
  await page.keyboard.press("Escape");
  assert.equal(await page.getByRole("button", { name: /^Pen/ }).getAttribute("aria-pressed"), "false");
  await late.done();
  await phone.done();
  await done();
});

/** The colours of the strokes on a page, as they are drawn. */
const colours = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("svg.ink g")].map((group) => group.lastElementChild.getAttribute("stroke")),
  );
const INK = { red: "#e3170a", blue: "#0a5fe3", green: "#0b8a3a" };
const inked = (what, page, ...names) =>
  until(what, async () => JSON.stringify(await colours(page)) === JSON.stringify(names.map((name) => INK[name])));
const line = (page, target, height) =>
  drag(page, target, [
    [0.2, height],
    [0.8, height],
  ]);

test("the pen has colours, and lines are taken back one by one, for the hall too", async () => {
  const { id } = await deck();
  const visit = await service.visit();
  const { page } = visit;
  const projector = await withProjector(page, id);
  const { sessionId } = await session(id);
  const phone = await follower(sessionId);
  const views = [page, projector, phone.page];
  const all = async (what, ...names) => {
    for (const view of views) await inked(what, view, ...names);
  };
  await page.keyboard.press("d");
  const tools = page.getByRole("group", { name: "Pen" });
  await line(page, ".current .stage-slide", 0.2);
  await tools.getByRole("button", { name: "Blue" }).click();
  await line(page, ".current .stage-slide", 0.4);
  await page.keyboard.press("i");
  await line(page, ".current .stage-slide", 0.6);
  await all("three colours", "red", "blue", "green");
  await picture(page, "colours-console");
  await picture(projector, "colours-projector");
  await picture(phone.page, "colours-phone");
  assert.deepEqual(await visit.violations(), []);

  await page.keyboard.press("z");
  await all("the last line is gone", "red", "blue");
  await tools.getByRole("button", { name: "Undo" }).click();
  await all("and the one before", "red");
  const late = await follower(sessionId, { width: 844, height: 390 });
  await inked("for who comes late too", late.page, "red");

  // An erased drawing comes back.
  await tools.getByRole("button", { name: "Erase" }).click();
  await all("erased");
  await page.keyboard.press("z");
  await all("back", "red");
  await page.keyboard.press("ArrowRight");
  await all("the next slide is clean");
  await page.keyboard.press("z");
  await page.keyboard.press("ArrowLeft");
  await all("undo on another slide takes nothing from this one", "red");
  await late.done();
  await phone.done();
  await visit.done();
});

test("a line that is longer than a stroke is taken back whole", async () => {
  const { id } = await deck();
  const { page, done } = await service.visit();
  await withProjector(page, id);
  await page.keyboard.press("d");
  const box = await page.locator(".current .stage-slide").boundingBox();
  await page.mouse.move(box.x + box.width * 0.1, box.y + box.height * 0.5);
  await page.mouse.down();
  for (let turn = 1; turn <= 12; turn += 1) {
    const across = turn % 2 ? 0.9 : 0.1;
    await page.mouse.move(box.x + box.width * across, box.y + box.height * (0.5 + turn / 40), { steps: 60 });
  }
  await page.mouse.up();
  await until("several strokes", async () => (await colours(page)).length > 1);
  await page.keyboard.press("z");
  await until("none", async () => (await colours(page)).length === 0);
  await done();
});

test("the laser is seen on phones", async () => {
  const { id } = await deck();
  const { page, done } = await service.visit();
  const projector = await withProjector(page, id);
  const { sessionId } = await session(id);
  const phone = await follower(sessionId);
  await page.keyboard.press("l");
  const box = await page.locator(".current .stage-slide").boundingBox();
  await until("the pointer is on the phone and the projector", async () => {
    await page.mouse.move(box.x + box.width * 0.25, box.y + box.height * 0.5 + Math.random());
    return (await pointerAt(phone.page, 0.25, 0.5)) > 0 && (await pointerAt(projector, 0.25, 0.5)) > 0;
  });
  await until("it fades at rest", async () => (await pointerAt(phone.page, 0.25, 0.5)) === 0);
  await phone.done();
  await done();
});

test("a hall without marks has one stream per phone, and text view shows no strokes", async () => {
  const { id, slides } = await deck();
  const { sessionId } = await session(id);
  const { page, done } = await service.visit({ width: 390, signedIn: false });
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(`${service.base}/follow/${sessionId}`);
  await service.api("POST", `/api/present-sessions/${sessionId}/state`, { slideIndex: 1 });
  await page.locator("#place", { hasText: "Slide 2 of 2" }).waitFor();
  assert.deepEqual(
    requests.filter((url) => /\/marks|marks-|layer-/.test(url)),
    [],
    "neither a stream nor a script of marks",
  );
  await service.api("POST", `/api/present-sessions/${sessionId}/marks`, {
    slideId: slides[1].id,
    strokes: [{ id: "s", points: [1000, 1000, 5000, 5000], done: true }],
  });
  await until("the stroke", async () => (await strokes(page)).length === 1);
  await page.getByRole("button", { name: "Text view" }).click();
  assert.equal((await strokes(page)).length, 0);
  await page.getByRole("button", { name: "Text view" }).click();
  assert.equal((await strokes(page)).length, 1);
  await done();
});

test("a phone asks for no marks of a talk that has ended", async () => {
  const { id, slides } = await deck();
  const { sessionId } = await session(id);
  const { page, done } = await service.visit({ width: 390, signedIn: false, mayFail: /404/ });
  await page.goto(`${service.base}/follow/${sessionId}`);
  await service.api("POST", `/api/present-sessions/${sessionId}/marks`, {
    slideId: slides[0].id,
    strokes: [{ id: "s", points: [1000, 1000, 5000, 5000], done: true }],
  });
  await until("the stroke", async () => (await strokes(page)).length === 1);
  await service.api("POST", `/api/present-sessions/${sessionId}/finish`);
  await page.getByRole("heading", { name: "This talk has ended." }).waitFor();
  const requests = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.waitForTimeout(4000);
  assert.deepEqual(requests, []);
  await done();
});

test("the speaker's phone points and draws, and the console and projector show it", async () => {
  const { id } = await deck();
  const { page, done } = await service.visit();
  const projector = await withProjector(page, id);
  const { sessionId, remoteKey } = await session(id);
  const remote = await service.visit({ width: 390, signedIn: false });
  await remote.page.goto(`${service.base}/notes/${sessionId}?key=${remoteKey}`);
  await remote.page.locator("#now section.slide").waitFor({ state: "attached" });
  await remote.page.locator("#menu summary").click();
  await remote.page.getByRole("button", { name: "Point and draw" }).click();
  await remote.page.getByRole("button", { name: "Pen", exact: true }).click();
  await drag(remote.page, ".drawing .frame", [
    [0.3, 0.4],
    [0.7, 0.8],
  ]);
  const expected = [
    [
      [0.3, 0.4],
      [0.7, 0.8],
    ],
  ];
  for (const view of [remote.page, page, projector]) await drawn("the stroke of the phone", view, expected);
  await picture(remote.page, "remote");
  assert.deepEqual(await remote.violations(), []);
  await remote.page.getByRole("button", { name: "Blue", exact: true }).click();
  await drag(remote.page, ".drawing .frame", [
    [0.3, 0.2],
    [0.7, 0.2],
  ]);
  for (const view of [remote.page, page, projector]) await inked("a blue stroke of the phone", view, "red", "blue");
  await picture(remote.page, "remote-colours");
  await remote.page.getByRole("button", { name: "Undo", exact: true }).click();
  for (const view of [remote.page, page, projector]) await inked("taken back by the phone", view, "red");
  await remote.page.getByRole("button", { name: "Erase", exact: true }).click();
  for (const view of [remote.page, page, projector]) await drawn("erased by the phone", view, []);
  await remote.done();
  await done();
});

/** A fake of the browser's speech recognition, which recognises what the test passes to `says`. */
const fakeSpeech = () => {
  globalThis.SpeechRecognition = class {
    constructor() {
      globalThis.speech = this;
    }
    start() {
      this.running = true;
    }
    abort() {
      this.running = false;
      this.onend?.();
    }
    says(transcript, isFinal) {
      this.onresult({ resultIndex: 0, results: [Object.assign([{ transcript }], { isFinal })] });
    }
  };
};

test("captions are on the projector, and on the phones of those who ask for them", async () => {
  const { id } = await deck("en-GB");
  const { page, context, done } = await service.visit();
  await context.addInitScript(fakeSpeech);
  const projector = await withProjector(page, id);
  const { sessionId } = await session(id);
  const phone = await follower(sessionId);
  assert.equal(await phone.page.getByRole("button", { name: "Captions" }).count(), 0, "there are none yet");

  await page.keyboard.press("k");
  const dialog = page.getByRole("dialog", { name: "Captions" });
  assert.match(await dialog.innerText(), /may send the sound to its maker/);
  await picture(page, "captions-dialog");
  await dialog.getByRole("button", { name: "Start captions" }).click();
  assert.deepEqual(await page.evaluate(() => [globalThis.speech.lang, globalThis.speech.running]), ["en-GB", true]);

  await page.evaluate(() => globalThis.speech.says("good morn", false));
  await projector.getByText("good morn", { exact: true }).waitFor();
  await phone.page.getByRole("button", { name: "Captions" }).click();
  await page.evaluate(() => globalThis.speech.says("Good morning, and welcome to the harbour.", true));
  const words = "Good morning, and welcome to the harbour.";
  for (const view of [projector, phone.page]) await view.getByText(words, { exact: true }).waitFor();
  assert.equal(await phone.page.locator("#captions").getAttribute("lang"), "en-GB");
  await picture(page, "captions-console");
  await picture(projector, "captions-projector");
  // The hint of a new projector window is above the caption.
  await projector.reload();
  await page.evaluate(() => globalThis.speech.says("Good morning, and welcome to the harbour.", true));
  await projector.getByText(words).waitFor();
  const hint = projector.locator(".hint");
  await hint.waitFor();
  const [hintBox, captionBox] = [await hint.boundingBox(), await projector.locator(".caption").boundingBox()];
  assert.ok(hintBox.y + hintBox.height < captionBox.y, "the hint is above the caption");
  await picture(phone.page, "captions-phone");
  assert.deepEqual(await phone.violations(), []);

  await page.getByRole("button", { name: "Captions" }).click();
  await projector.getByText(words).waitFor({ state: "hidden" });
  await phone.page.getByRole("button", { name: "Captions" }).waitFor({ state: "hidden" });
  assert.equal(await page.evaluate(() => globalThis.speech.running), false);
  await phone.done();
  await done();
});

test("a browser that cannot recognise speech says so, and which can", async () => {
  const { id } = await deck();
  const { page, context, done } = await service.visit();
  await context.addInitScript(() => {
    delete globalThis.SpeechRecognition;
    delete globalThis.webkitSpeechRecognition;
  });
  await withProjector(page, id);
  await page.keyboard.press("k");
  const dialog = page.getByRole("dialog", { name: "Captions" });
  assert.match(await dialog.innerText(), /This browser cannot recognise speech\. Chrome and Edge can\./);
  await picture(page, "captions-none");
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.keyboard.press("?");
  for (const words of ["Pen: draw on the slide", "Erase the drawing on this slide", "Captions of what you say"])
    await page.getByText(words).waitFor();
  await done();
});
