// A robot writes into fields of every kind, on the slide, beside it, in lists, tables and notes, with keys, clicks and
// pastes that follow from a seed. What it typed is what is stored, and no letter became a command.
//
// `LECTERN_ROBOT_SEED=7` sets another seed, `LECTERN_STROKES=10000` another number of strokes; 10000 take some minutes.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { lectern } from "./visit.js";

const STROKES = Number(process.env.LECTERN_STROKES ?? 2_000);
const SEED = Number(process.env.LECTERN_ROBOT_SEED ?? 25);

/** The characters to type, among them letters that are commands outside of texts. */
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz nthNTH/?+-0"];
const CELL_LETTERS = [..."abcdefghijklmnopqrstuvwxyz0123456789"];

const slide = (type, content, notes) => ({ type, content, notes });
const SLIDES = [
  slide("content-slide", { title: "T1", subheading: "S1", body: "B1" }, "N1"),
  slide(
    "list-slide",
    { title: "T2", items: ["E1", "E2", "E3"].map((title) => ({ title })) },
    "N2",
  ),
  slide(
    "chart-slide",
    { title: "T3", chartType: "bar", data: "Ward,Leaks\nNorth,42\nMill,17" },
    "N3",
  ),
  slide(
    "comparison-slide",
    {
      title: "T4",
      leftTitle: "L4",
      leftBody: "M4",
      rightTitle: "R4",
      rightBody: "Q4",
    },
    "N4",
  ),
  slide("quote-slide", { quote: "Q5", attribution: "A5" }, "N5"),
];

/** The texts to write: slide and path, the maximum number of characters, and the ways to reach them. */
const TEXTS = [
  text(0, "title", 100),
  text(0, "subheading", 150),
  text(0, "body", 2000),
  text(1, "title", 100),
  ...[0, 1, 2].map((at) => text(1, `items.${at}.title`, 75)),
  text(3, "title", 100),
  text(3, "leftTitle", 50),
  text(3, "leftBody", 250),
  text(3, "rightBody", 250),
  text(4, "quote", 200),
  text(4, "attribution", 70),
  ...[0, 2, 4].map((at) => ({
    at,
    path: "notes",
    most: 4000,
    ways: ["notes"],
    letters: LETTERS,
  })),
  ...["0-1", "1-0", "2-1"].map((cell) => ({
    at: 2,
    cell,
    most: 20,
    ways: ["cell"],
    letters: CELL_LETTERS,
  })),
];

function text(at, path, most) {
  return { at, path, most, ways: ["slide", "inspector"], letters: LETTERS };
}

let service;
before(async () => {
  service = await lectern();
});
after(() => service.stop());

test("no letter is lost or becomes a command while a robot writes", async () => {
  const { presentation } = await service.api("POST", "/api/presentations", {
    title: "Tide",
    slides: SLIDES,
  });
  const { id } = presentation;
  const visit = await service.visit();
  const { page } = visit;
  await page.addInitScript(() =>
    localStorage.setItem("lectern.callouts", "text slide saved"),
  );
  await page.goto(`${service.base}/app/${id}`);
  await page.locator(".frame .layer button").first().waitFor();

  const random = seeded(SEED);
  const below = (most) => Math.floor(random() * most);
  const pick = (list) => list[below(list.length)];
  const written = new Map(
    TEXTS.map((target) => [target, valueOf(SLIDES[target.at], target)]),
  );
  let strokes = 0;
  const press = async (key) => {
    strokes += 1;
    await page.keyboard.press(key);
  };
  const click = async (x, y) => {
    strokes += 1;
    await page.mouse.click(x, y);
  };
  const frame = () => page.locator(".frame").boundingBox();

  while (strokes < STROKES) {
    const target = pick(TEXTS);
    const number = target.at + 1;
    if ((await row(page, number).getAttribute("aria-selected")) !== "true") {
      strokes += 1;
      await row(page, number).click();
      await page
        .locator(
          `.slides [aria-selected="true"][aria-label^="Slide ${number},"]`,
        )
        .waitFor();
    }
    if (random() < 0.15) {
      // Letters that are typed outside of the texts must do nothing.
      const { x, y, width } = await frame();
      await click(x + width - 6, y + 6);
      await page.keyboard.type("hnt/");
      strokes += 4;
    }
    const way = pick(target.ways);
    await go(page, target, way, written.get(target));
    await press("Control+End");
    let word = Array.from({ length: 5 + below(60) }, () => pick(target.letters))
      .join("")
      .slice(0, target.most);
    if (written.get(target).length + word.length > target.most) {
      await press("Control+A");
      written.set(target, "");
      // No text begins with a space or the mark of a list.
      word = `x${word.slice(1)}`;
    }
    if (random() < 0.15) {
      strokes += 1;
      await paste(page, word);
    } else {
      strokes += word.length;
      await page.keyboard.type(word);
    }
    let now = written.get(target) + word;
    if (random() < 0.2) {
      for (let back = 1 + below(4); back > 0; back -= 1) {
        await press("Backspace");
        now = now.slice(0, -1);
      }
    }
    written.set(target, now);
    if (way === "slide" && random() < 0.5) await press("Escape");
  }
  await page.locator(".slides .head h2").click();
  await page.locator('[data-save="saved"]').waitFor();
  const { slides } = (await service.api("GET", `/api/presentations/${id}`))
    .presentation;
  const named = (value) =>
    Object.fromEntries(TEXTS.map((target) => [name(target), value(target)]));
  assert.deepEqual(
    named((target) => valueOf(slides[target.at], target)),
    named((target) => written.get(target)),
  );
  assert.deepEqual(
    slides.map(({ type, visibility, content }) => [
      type,
      visibility,
      Object.keys(content).sort(),
    ]),
    presentation.slides.map(({ type, content }) => [
      type,
      undefined,
      Object.keys(content).sort(),
    ]),
    "no slide was hidden, moved, added or changed otherwise",
  );
  assert.equal(await page.getByRole("dialog").count(), 0);
  process.stdout.write(`# ${strokes} strokes with the seed ${SEED}\n`);
  await visit.done();
});

const name = ({ at, path, cell }) => `${at + 1} ${path ?? cell}`;
const row = (page, number) =>
  page
    .getByRole("listbox", { name: "Slides" })
    .getByRole("option")
    .nth(number - 1);

/** The text of a target in a slide. */
function valueOf({ content, notes }, { path, cell }) {
  if (cell) {
    const [line, column] = cell.split("-").map(Number);
    return content.data.split("\n")[line].split(",")[column];
  }
  return path === "notes"
    ? notes
    : path.split(".").reduce((value, key) => value[key], content);
}

/** Goes into a field and waits until it has the focus and the text that was written before. */
async function go(page, { path, cell }, way, expected) {
  if (way === "slide") {
    const place = page.locator(`.layer [data-of="${path}"]`).first();
    await place.waitFor();
    const { x, y, width, height } = await place.boundingBox();
    await page.mouse.click(x + Math.min(12, width / 2), y + height / 2);
    await page.waitForFunction(
      (expected) =>
        document.activeElement?.matches(".frame textarea") &&
        document.activeElement.value === expected,
      expected,
    );
    return;
  }
  const field = fieldOf(page, path, cell);
  if (path?.startsWith("items.") && !(await field.isVisible())) {
    const entry = path.split(".").slice(0, 2).join(".");
    await page.locator(`.fields [data-path="${entry}"] button.name`).click();
  }
  await field.click();
  await page.waitForFunction(() =>
    document.activeElement?.matches(
      "input, textarea, .rich-text, .rich-text *",
    ),
  );
}

function fieldOf(page, path, cell) {
  if (cell) return page.locator(`.fields [data-cell="${cell}"]`);
  if (path === "notes") return page.locator(".notes textarea");
  return page
    .locator(`.fields [data-path="${path}"] :is(textarea, input, .rich-text)`)
    .first();
}

/** Pastes a text where the focus is. */
const paste = (page, text) =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    const event = new ClipboardEvent("paste", {
      clipboardData,
      bubbles: true,
      cancelable: true,
    });
    if (document.activeElement.dispatchEvent(event))
      document.execCommand("insertText", false, text);
  }, text);

/** Random numbers from a seed (mulberry32). */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
