// Takes the pictures of the app in the README:
//
//   node tests/app/pictures.js FOLDER
//
// `LECTERN_BIN` names the program, as in the tests. `make pictures` runs it, and draws the gallery.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { launchChromium } from "../chromium.js";
import { ADMIN, apiClient, startLectern } from "../lectern.js";
import { animationsEnd } from "./visit.js";

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node tests/app/pictures.js FOLDER");
  process.exit(2);
}

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** Widths of the pictures in pixels. */
const WIDTH = { desk: 1200, phone: 390 };

/** Decks beside the sample: title, supporting line, theme, how many of its slides they have. */
const DECKS = [
  ["Year in figures", "What we did, for whom, at what cost", "clarity", 12],
  ["Harbour plan", "Second reading", "ledger", 6],
  ["Night sky survey", "Eleven nights, one telescope", "observatory", 9],
  ["Studio portfolio", "Houses, bridges, one chapel", "atelier", 11],
  ["Launch day", "Doors open at nine", "signal", 5],
  ["Welcome week", "Names, places, cake", "confetti", 7],
  ["Budget in brief", "Pumps, pipes and people", "blueprint", 8],
];

const service = await startLectern();
const browser = await launchChromium();
try {
  const call = await service.signIn();
  await call("PATCH", "/api/auth/me", { name: "Anna Vos" });
  const deck = await decks(call);
  const page = await opened(DESK);
  await takeDecks(page);
  await takeEditor(page, deck);
  await takeTypes(page);
  await takeThemes(page, call);
  await takeTalk(page, call, deck);
} finally {
  await browser.close();
  await service.stop();
}

/** Creates all decks and returns the sample. */
async function decks(call) {
  const { presentation: sample } = await call("POST", "/api/presentations/sample", {});
  for (const [title, subheading, theme, count] of DECKS) {
    const [first, ...rest] = sample.slides.slice(0, count).map(({ type, content }) => ({ type, content }));
    const slides = [{ ...first, content: { ...first.content, title, subheading } }, ...rest];
    await call("POST", "/api/presentations", { title, theme, slides });
  }
  // The deck that was changed last is the first of the list.
  await call("PUT", `/api/presentations/${sample.id}`, { description: sample.description + " " });
  return sample;
}

/** A page, signed in unless it is a phone. */
async function opened(viewport) {
  const isPhone = viewport === PHONE;
  const context = await browser.newContext({
    viewport,
    locale: "en-GB",
    deviceScaleFactor: 2,
    hasTouch: isPhone,
    isMobile: isPhone,
  });
  if (!isPhone) await context.request.post(`${service.base}/api/auth/login`, { data: ADMIN });
  await context.addInitScript(() => localStorage.setItem("lectern.callouts", "text slide saved"));
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  return page;
}

/** Waits until nothing moves or loads, and writes the page as a WebP file. */
async function take(page, name, width = WIDTH.desk) {
  // Pictures further down are loaded when they are scrolled to.
  const isSeen = () =>
    [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight);
  await page.waitForFunction(isSeen);
  await page.waitForTimeout(1500);
  await animationsEnd(page);
  const png = (await page.screenshot()).toString("base64");
  const blank = await browser.newPage();
  const written = await blank.evaluate(
    async ([png, width]) => {
      const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
      const height = Math.round((picture.height / picture.width) * width);
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      const context = canvas.getContext("2d");
      context.imageSmoothingQuality = "high";
      context.drawImage(picture, 0, 0, width, height);
      return canvas.toDataURL("image/webp", 0.85).split(",")[1];
    },
    [png, width],
  );
  await blank.close();
  await writeFile(join(folder, `${name}.webp`), Buffer.from(written, "base64"));
  console.log(`${name}.webp`);
}

async function takeDecks(page) {
  await page.goto(`${service.base}/app`);
  await page.getByRole("tab", { name: "All 8" }).waitFor();
  await page.waitForLoadState("networkidle");
  await take(page, "decks");
}

function ofType(deck, type) {
  return deck.slides.find((slide) => slide.type.endsWith(`.${type}`));
}

async function takeEditor(page, deck) {
  const slide = ofType(deck, "image-text");
  await page.goto(`${service.base}/app/${deck.id}?slideId=${slide.id}`);
  await page.getByText("Built in 1911").first().waitFor();
  await page.waitForLoadState("networkidle");
  await take(page, "editor");
}

/** The dialog of slide types, above the editor. */
async function takeTypes(page) {
  await page.getByRole("button", { name: "Add slide" }).first().click();
  await page.getByRole("dialog").waitFor();
  await page.waitForLoadState("networkidle");
  await take(page, "types");
  await page.keyboard.press("Escape");
}

async function takeThemes(page, call) {
  const colors = { accent: "#0B6E7A", accent2: "#B45309" };
  const { theme } = await call("POST", "/api/themes/custom", { label: "City Works", colors });
  await page.goto(`${service.base}/settings/themes/${theme.id}`);
  await page.locator("[data-sample]").first().waitFor();
  await page.waitForLoadState("networkidle");
  await take(page, "themes");
}

/** The console at the key figures, then a phone that votes in the poll. */
async function takeTalk(page, call, deck) {
  await page.goto(`${service.base}/present/${deck.id}`);
  await page.getByText("All slides are on this device").waitFor();
  await page.getByRole("button", { name: "Present here" }).click();
  await page.getByRole("button", { name: "Presenter console" }).click();
  const { sessionId } = await call("POST", "/api/present-sessions", { presentationId: deck.id });
  const poll = ofType(deck, "poll");
  const show = (slide) =>
    call("POST", `/api/present-sessions/${sessionId}/state`, {
      slideIndex: deck.slides.indexOf(slide),
      stepIdx: 99,
    });

  const phone = await opened(PHONE);
  await show(poll);
  for (const optionIndex of [2, 2, 3, 1]) {
    const vote = `/api/follow/${sessionId}/interactions/${poll.id}/vote`;
    await apiClient(service.base)("POST", vote, { optionIndex });
  }
  await phone.goto(`${service.base}/follow/${sessionId}?lang=en-GB`);
  await phone.getByRole("radio", { name: "Two or three times" }).check();
  await phone.getByText("Your answer is in.").waitFor();
  await take(phone, "follow", WIDTH.phone);

  // The console follows the keys, not the state of another device.
  const number = deck.slides.indexOf(ofType(deck, "kpi-metrics")) + 1;
  await page.keyboard.type(String(number));
  await page.keyboard.press("Enter");
  await take(page, "console");
}
