// Measures how fast the pages respond in a real browser: `make bench-app`. `LECTERN_BIN` must be a release build, since a
// debug build draws many times slower. Prints rows for `bench/table`, which has the targets.

import { lectern } from "./visit.js";

const SLIDES = 100;
const DECKS = 200;
const OPENINGS = Number(process.env.OPENINGS ?? 7);
const LETTERS = Number(process.env.LETTERS ?? 120);
/** Milliseconds between letters of a fast typist. */
const BEAT = 90;

const KINDS = [
  (n) => ({
    type: "content-slide",
    content: {
      title: `Chapter ${n}`,
      body: "The tide comes in twice a day and leaves the harbour as it found it.",
    },
  }),
  (n) => ({
    type: "list-slide",
    content: {
      title: `Rules ${n}`,
      items: [
        "Keep one lane open",
        "Tell people a week ahead",
        "Work by night",
        "Tidy up on Friday",
      ].map((title) => ({ title })),
    },
  }),
  (n) => ({
    type: "quote-slide",
    content: { quote: `Build for the tide, number ${n}.`, author: "Anna Vos" },
  }),
  (n) => ({
    type: "title-slide",
    content: { title: `Part ${n}`, subtitle: "Water for every street" },
  }),
];
const slides = Array.from({ length: SLIDES }, (_, at) =>
  KINDS[at % KINDS.length](at + 1),
);

const service = await lectern();
const { presentation: deck } = await service.api("POST", "/api/presentations", {
  title: "A hundred slides",
  language: "en",
  slides,
});
for (let at = 1; at < DECKS; at += 1) {
  await service.api("POST", "/api/presentations", {
    title: `Deck ${at}`,
    slides: slides.slice(0, 2),
  });
}

const within = (times, part) =>
  times.toSorted((a, b) => a - b)[
    Math.min(times.length - 1, Math.floor((times.length * part) / 100))
  ];
function row(what, figure, unit) {
  process.stdout.write(
    `${what.padEnd(54)}${figure.toFixed(2).padStart(10)} ${unit}\n`,
  );
}
function report(what, times) {
  for (const part of [50, 95])
    row(`${what}, ${part} of 100 within`, within(times, part), "ms");
}

/** Runs in the page: records in which frame each element first exists. `within` is searched in its shadow root. */
function watch(marks) {
  globalThis.seen = {};
  const isThere = ({ what, within, least = 1 }) => {
    const found = [...document.querySelectorAll(what)];
    return (
      found.filter((one) => !within || one.shadowRoot?.querySelector(within))
        .length >= least
    );
  };
  const look = () => {
    for (const [name, mark] of Object.entries(marks)) {
      if (!(name in globalThis.seen) && isThere(mark))
        globalThis.seen[name] = performance.now();
    }
    if (Object.keys(globalThis.seen).length < Object.keys(marks).length)
      requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Opens a page several times, first to warm the caches, and returns when its elements existed. */
async function openings(path, marks) {
  const visit = await service.visit();
  await visit.page.addInitScript(watch, marks);
  const times = Object.fromEntries(
    Object.keys(marks).map((name) => [name, []]),
  );
  for (let at = 0; at <= OPENINGS; at += 1) {
    await visit.page.goto(service.base + path);
    const count = Object.keys(marks).length;
    await visit.page.waitForFunction(
      (count) => Object.keys(globalThis.seen).length === count,
      count,
    );
    const seen = await visit.page.evaluate(() => globalThis.seen);
    if (at > 0)
      for (const [name, time] of Object.entries(seen)) times[name].push(time);
  }
  await visit.done();
  return times;
}

const list = await openings("/app", {
  cards: { what: "[data-card]", least: 48 },
});
report(`list of ${DECKS} decks, cards there`, list.cards);

const opened = await openings(`/app/${deck.id}`, {
  slide: { what: "#opening .slide, .frame .drawn", within: "section" },
  canvas: { what: ".frame .layer button" },
  typable: { what: ".fields [data-path] :is(textarea, input)" },
});
report(`editor of ${SLIDES} slides, first slide seen`, opened.slide);
report(`editor of ${SLIDES} slides, canvas answers`, opened.canvas);
report(`editor of ${SLIDES} slides, fields typable`, opened.typable);

const LONG = 300;
const { presentation: longDeck } = await service.api("POST", "/api/presentations", {
  title: "Three hundred slides",
  language: "en",
  slides: Array.from({ length: LONG }, (_, at) => KINDS[at % KINDS.length](at + 1)),
});
const long300 = await openings(`/app/${longDeck.id}`, {
  canvas: { what: ".frame .layer button" },
  typable: { what: ".fields [data-path] :is(textarea, input)" },
});
report(`editor of ${LONG} slides, canvas answers`, long300.canvas);
report(`editor of ${LONG} slides, fields typable`, long300.typable);

/** Runs in the page: scrolls the list of slides to its end in two seconds, and returns the times between frames. */
function scrollList() {
  const list = document.querySelector('.slides [role="listbox"]');
  const box = [list, ...list.querySelectorAll("*"), list.parentElement].find(
    (one) => one.scrollHeight > one.clientHeight + 100,
  );
  return new Promise((resolve) => {
    const frames = [];
    let [first, last] = [];
    const frame = (now) => {
      if (last !== undefined) frames.push(now - last);
      first ??= now;
      last = now;
      const share = Math.min(1, (now - first) / 2000);
      box.scrollTop = share * (box.scrollHeight - box.clientHeight);
      if (share < 1) requestAnimationFrame(frame);
      else resolve(frames);
    };
    requestAnimationFrame(frame);
  });
}

const scrolling = await service.visit();
await scrolling.page.goto(`${service.base}/app/${longDeck.id}`);
await scrolling.page.locator(".frame .layer button").first().waitFor();
await scrolling.page.waitForTimeout(1000);
report(`list of ${LONG} slides: frames while it scrolls`, await scrolling.page.evaluate(scrollList));
await scrolling.done();

/** Runs in the page: measures the time from each letter to the canvas that shows it. */
function timeLetters() {
  globalThis.letters = [];
  let waiting = [];
  addEventListener(
    "input",
    ({ data, target }) => {
      // A space at the end of a line is not drawn.
      if (data !== " ")
        waiting.push({ text: target.value, at: performance.now() });
    },
    true,
  );
  const root = document.querySelector(".frame .drawn").shadowRoot;
  const look = () => {
    const drawn = root.textContent.replace(/\s+/g, "");
    const shown = waiting.findLastIndex(({ text }) =>
      drawn.includes(text.replace(/\s+/g, "")),
    );
    for (const { at } of waiting.slice(0, shown + 1))
      globalThis.letters.push(performance.now() - at);
    waiting = waiting.slice(shown + 1);
  };
  new MutationObserver(look).observe(root, {
    subtree: true,
    childList: true,
    characterData: true,
  });
}

const typing = await service.visit();
await typing.page.goto(`${service.base}/app/${deck.id}`);
await typing.page.locator(".frame .layer button").first().waitFor();
await typing.page.getByRole("textbox", { name: /^Headline/ }).click();
await typing.page.keyboard.press("Control+A");
await typing.page.evaluate(timeLetters);
const tasks = typing.page.evaluate(
  (ms) =>
    new Promise((resolve) => {
      const long = [];
      const observer = new PerformanceObserver((list) =>
        long.push(...list.getEntries().map(({ duration }) => duration)),
      );
      observer.observe({ entryTypes: ["longtask"] });
      setTimeout(() => resolve(long), ms);
    }),
  LETTERS * BEAT,
);
for (let at = 0; at < LETTERS; at += 1) {
  // Short words, since a long headline would be wrapped; it is replaced every 30 letters.
  if (at % 30 === 0) await typing.page.keyboard.press("Control+A");
  await typing.page.keyboard.press(
    at % 6 === 5 ? "Space" : "abcdefghij"[at % 10],
  );
  await new Promise((resolve) => setTimeout(resolve, BEAT));
}
await typing.page.waitForTimeout(500);
report(
  "letter to canvas",
  await typing.page.evaluate(() => globalThis.letters),
);
const long = await tasks;
row("longest task while typing", Math.max(0, ...long), "ms");
await typing.done();

/** Runs in the page: measures the time from the event of a move to the slide in its frame. */
function timeMoves() {
  globalThis.moves = [];
  let receivedAt;
  const Own = globalThis.EventSource;
  globalThis.EventSource = class extends Own {
    constructor(...options) {
      super(...options);
      this.addEventListener("state", () => (receivedAt = performance.now()));
    }
  };
  addEventListener("DOMContentLoaded", () => {
    const look = () => {
      if (receivedAt !== undefined)
        globalThis.moves.push(performance.now() - receivedAt);
      receivedAt = undefined;
    };
    new MutationObserver(look).observe(document.getElementById("frame"), {
      childList: true,
    });
  });
}

const session = await service.api("POST", "/api/present-sessions", {
  presentationId: deck.id,
});
const hall = await service.visit({ width: 390, signedIn: false });
await hall.page.addInitScript(timeMoves);
await hall.page.goto(`${service.base}/follow/${session.sessionId}`);
await hall.page.waitForTimeout(500);
const { presentation } = await service.api(
  "GET",
  `/api/presentations/${deck.id}`,
);
for (const [slideIndex, { id }] of presentation.slides.slice(1, 31).entries()) {
  const state = { slideIndex: slideIndex + 1, slideId: id, stepIdx: 0 };
  await service.api(
    "POST",
    `/api/present-sessions/${session.sessionId}/state`,
    state,
  );
  await hall.page.waitForTimeout(450);
}
report(
  "hall: event to slide",
  await hall.page.evaluate(() => globalThis.moves),
);
await hall.done();

/** Runs in the page: records the times between frames while parts of a slide move. */
function timeFrames() {
  globalThis.frames = [];
  let last;
  const frame = (now) => {
    const isMoving = document.getAnimations().length > 0;
    if (last !== undefined && isMoving) globalThis.frames.push(now - last);
    last = isMoving ? now : undefined;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Measures the frames of a morph between two slides, for the audience, with a slowed processor. */
async function measureMorph(name, slides) {
  const { presentation: morphing } = await service.api(
    "POST",
    "/api/presentations",
    {
      title: "Morph",
      language: "en",
      settings: { transitions: { preset: "morph" } },
      slides,
    },
  );
  const stage = await service.api("POST", "/api/present-sessions", {
    presentationId: morphing.id,
  });
  const slowed = await service.visit({
    width: 1280,
    height: 800,
    signedIn: false,
  });
  const devtools = await slowed.page.context().newCDPSession(slowed.page);
  await slowed.page.addInitScript(timeFrames);
  await slowed.page.goto(`${service.base}/follow/${stage.sessionId}`);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await slowed.page.waitForTimeout(1500);
  for (let move = 1; move <= 20; move += 1) {
    await service.api(
      "POST",
      `/api/present-sessions/${stage.sessionId}/control`,
      { action: "goto", slideIndex: move % 2 },
    );
    await slowed.page.waitForTimeout(1200);
  }
  report(name, await slowed.page.evaluate(() => globalThis.frames));
  await slowed.done();
}

const cards = ["Harbour", "Rail", "Road", "Air", "Canal", "Tram"].map(
  (title, at) => ({ title, icon: ["ship", "train-front", "car"][at % 3] }),
);
await measureMorph(
  "morph: frames, processor slowed down four times",
  [6, 3].map((count) => ({
    type: "icon-card-grid",
    content: { title: "Ways to move a city", items: cards.slice(0, count) },
  })),
);
const code = Array.from(
  { length: 16 },
  (_, line) => `let depth_${line} = measure("quay ${line}", ${line * 3})?;`,
);
const changed = code.flatMap((line, at) => (at % 4 ? [line] : [line.replace("measure", "measured_again"), "log(depth);"]));
await measureMorph(
  "morph of code: frames, processor slowed down four times",
  [code, changed].map((lines) => ({
    type: "code",
    content: { title: "Depths", language: "rust", code: lines.join("\n") },
  })),
);
await service.stop();
