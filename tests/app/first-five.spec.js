// The first five minutes: what a newcomer types, clicks and pastes arrives as they meant it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { until } from "../lectern.js";
import { lectern } from "./visit.js";

/** A PNG of one pixel. */
const DOT = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let service;
before(async () => {
  service = await lectern();
});
after(() => service.stop());

const slide = (type, content) => ({ type, content });
const points = (...titles) => titles.map((title) => ({ title }));
async function deck(...slides) {
  const { presentation } = await service.api("POST", "/api/presentations", { title: "Tide", slides });
  return presentation.id;
}
const stored = async (id) => (await service.api("GET", `/api/presentations/${id}`)).presentation;

/** Opens the editor of a deck and waits until the slide is drawn. `isNew` shows the hints for a first deck. */
async function editor(id, { isNew = false, ...options } = {}) {
  const visit = await service.visit(options);
  if (!isNew)
    await visit.page.addInitScript(() => localStorage.setItem("lectern.callouts", "text slide saved"));
  await open(visit.page, id);
  return visit;
}
async function open(page, id) {
  await page.goto(`${service.base}/app/${id}`);
  await page.locator(".frame .layer button").first().waitFor();
}
const rows = (page) => page.getByRole("listbox", { name: "Slides" }).getByRole("option");
const isSaved = (page) => page.locator('[data-save="saved"]').waitFor();
const box = (page) => page.locator(".frame textarea");
const node = (page, name) => page.locator(".layer").getByRole("button", { name });
async function click(page, name) {
  await node(page, name).waitFor();
  const { x, y, width, height } = await node(page, name).boundingBox();
  await page.mouse.click(x + Math.min(60, width / 2), y + height / 2);
}
/** Adds a slide through the picker, as its search finds it. */
async function add(page, words, name) {
  await page.locator(".slides").getByRole("button", { name: "Add slide" }).click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.type(words);
  await page.getByRole("option", { name }).first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await box(page).waitFor();
}

test("a formula is a prompt until it is written, and Tab goes to it from the headline", async () => {
  const id = await deck(slide("title-slide", { title: "Tide" }));
  const visit = await editor(id);
  const { page } = visit;
  await add(page, "equation", /^Formula/);
  await page.keyboard.type("Energy");
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => document.activeElement?.shadowRoot?.activeElement?.isContentEditable);
  await isSaved(page);
  assert.equal((await stored(id)).slides[1].content.formula, undefined, "a prompt is not stored");
  await page.keyboard.type("E = mc^2");
  await until("the formula is stored", async () => {
    const { title, formula } = (await stored(id)).slides[1].content;
    return title === "Energy" && formula === "E = mc^2";
  });
  await visit.done();
});

test("plus on an empty list adds an entry", async () => {
  const id = await deck(slide("image-text-slide", { title: "Harbour", images: [] }));
  const visit = await editor(id);
  const { page } = visit;
  await page.getByRole("button", { name: /^Add to Pictures|^Add: Pictures|Pictures.*add/i }).first().click();
  await page.locator('.fields [data-path="images.0"]').waitFor();
  await page.getByRole("button", { name: /^Add to Buttons|^Add: Buttons|Buttons.*add/i }).first().click();
  await page.locator('.fields [data-path="actions.0"]').waitFor();
  await visit.done();
});

test("letters after Enter on a headline are text, and no command", async () => {
  const id = await deck(slide("content-slide", { title: "Tide" }), slide("content-slide", { title: "Ebb" }));
  const visit = await editor(id);
  const { page } = visit;
  await click(page, /Tide/);
  await box(page).waitFor();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.tagName === "TEXTAREA");
  await page.keyboard.type("the night hath thirty hours/");
  await isSaved(page);
  assert.equal((await stored(id)).slides[0].content.body, "the night hath thirty hours/");
  assert.equal(await page.getByRole("dialog").count(), 0);
  await visit.done();
});

test("Enter in a text on the slide begins a paragraph, and ends a list", async () => {
  const id = await deck(slide("content-slide", { title: "Tide", body: "Low" }));
  const visit = await editor(id);
  const { page } = visit;
  await click(page, /Low/);
  await box(page).waitFor();
  await page.keyboard.press("End");
  await page.keyboard.type("\nHigh");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("Spring\n- one\ntwo\n\nNeap");
  await page.keyboard.press("Escape");
  await isSaved(page);
  assert.equal((await stored(id)).slides[0].content.body, "Low\n\nHigh  \nSpring\n\n- one\n- two\n\nNeap");
  const lines = () =>
    page.evaluate(() =>
      [...document.querySelector(".frame .drawn").shadowRoot.querySelectorAll('[data-field="body"] .l')].map((line) =>
        line.textContent.trim(),
      ),
    );
  await until("each is a line of its own", async () => {
    const drawn = await lines();
    return ["Low", "High", "Spring", "one", "two", "Neap"].every((word) => drawn.includes(word));
  });
  await visit.done();
});

test("a click beside a headline and typing changes nothing", async () => {
  const id = await deck(slide("content-slide", { title: "Tide", body: "Text" }));
  const visit = await editor(id);
  const { page } = visit;
  await click(page, /Tide/);
  await box(page).waitFor();
  const frame = await page.locator(".frame").boundingBox();
  await page.mouse.click(frame.x + frame.width - 8, frame.y + frame.height - 8);
  await page.keyboard.type("hth n/");
  await page.waitForTimeout(2100);
  await page.keyboard.type("hth n/");
  assert.equal(await page.getByRole("dialog").count(), 0);
  const [first] = (await stored(id)).slides;
  assert.deepEqual([first.visibility, first.content.title], [undefined, "Tide"]);
  assert.equal(await rows(page).first().getAttribute("aria-label"), "Slide 1, Tide");
  await visit.done();
});

test("a letter on a text of the slide is typed into it", async () => {
  const id = await deck(slide("content-slide", { title: "Tide" }));
  const visit = await editor(id);
  const { page } = visit;
  await node(page, /Tide/).focus();
  await page.keyboard.type("hn");
  await isSaved(page);
  assert.equal((await stored(id)).slides[0].content.title, "Tidehn");
  await visit.done();
});

test("H on the slide list hides the slide, says so, and takes it back", async () => {
  const id = await deck(slide("content-slide", { title: "Tide" }));
  const visit = await editor(id);
  const { page } = visit;
  await rows(page).first().focus();
  await page.keyboard.press("h");
  await page.getByText("Slide 1 is skipped when presenting.").waitFor();
  await until("hidden", async () => (await stored(id)).slides[0].visibility?.hideInPresentation);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await until("shown", async () => !(await stored(id)).slides[0].visibility);
  await visit.done();
});

test("hints for a first deck stay away while a text is written", async () => {
  const id = await deck(slide("title-slide", { title: "Tide" }));
  const visit = await editor(id, { isNew: true });
  const { page } = visit;
  const hint = page.getByRole("complementary", { name: "Hint for your first deck" });
  await hint.waitFor();
  await click(page, /Tide/);
  await box(page).waitFor();
  await hint.waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await hint.waitFor();
  assert.doesNotMatch(await hint.textContent(), /press n\b/i);
  await page.getByRole("textbox", { name: /^Headline/ }).focus();
  await hint.waitFor({ state: "detached" });
  await visit.done();
});

test("a new slide starts with prompts that are not content", async () => {
  const id = await deck(slide("title-slide", { title: "Tide" }));
  const visit = await editor(id);
  const { page } = visit;
  await add(page, "list", /^List/);
  assert.equal(await box(page).inputValue(), "");
  assert.equal(await box(page).getAttribute("placeholder"), "Headline");
  await node(page, "Headline").nth(1).waitFor();
  await isSaved(page);
  assert.doesNotMatch(JSON.stringify((await stored(id)).slides[1].content), /Point|Key points|Headline/);

  // Headline, three entries, one more that stays empty.
  await page.keyboard.type("Rules");
  for (const text of ["One", "Two", "Three"]) {
    await page.keyboard.press("Enter");
    await page.keyboard.type(text);
  }
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await isSaved(page);
  const content = async () => (await stored(id)).slides[1].content;
  assert.deepEqual([(await content()).title, (await content()).items], ["Rules", points("One", "Two", "Three")]);

  // Backspace in an empty entry removes it and goes to the end of the one before.
  await click(page, /Three/);
  await box(page).waitFor();
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await page.waitForFunction(() => document.querySelector(".frame textarea")?.value === "Two");
  await page.keyboard.type("!");
  await page.keyboard.press("Escape");
  await isSaved(page);
  assert.deepEqual((await content()).items, points("One", "Two!"));
  await page.keyboard.press("Control+z");
  await visit.done();
});

test("prompts and the names of texts are in the language of the app", async () => {
  const id = await deck(slide("list-slide", { title: "Getij", items: [] }));
  const visit = await editor(id, { locale: "nl-NL" });
  const { page } = visit;
  await node(page, "Kop, Getij").waitFor();
  const drawn = () => page.evaluate(() => document.querySelector(".frame .drawn").shadowRoot.textContent);
  await until("the prompts", async () => /Punt 1/.test(await drawn()));
  assert.doesNotMatch(await drawn(), /Point/);
  await click(page, "Kop, Getij");
  await page.getByRole("textbox", { name: "Kop" }).and(box(page)).waitFor();
  await visit.done();
});

test("a prompt is never presented or exported", async () => {
  const id = await deck(slide("title-slide", { title: "Tide" }));
  const visit = await editor(id);
  const { page } = visit;
  await add(page, "comparison", /^Side by side/);
  await page.keyboard.press("Escape");
  await isSaved(page);
  await node(page, /^Left heading/).waitFor();
  const html = await page.request.get(`${service.base}/api/presentations/${id}/export/html`);
  if (html.ok()) assert.doesNotMatch(await html.text(), /Left heading|Option A/);
  assert.doesNotMatch(JSON.stringify((await stored(id)).slides[1].content), /Option A|heading/);
  await visit.done();
});

test("several lines pasted into an entry become entries", async () => {
  const id = await deck(slide("list-slide", { title: "Rules", items: points("One", "Two") }));
  const visit = await editor(id);
  const { page } = visit;
  await click(page, /Two/);
  await box(page).waitFor();
  await page.keyboard.press("End");
  await paste(page, " a\nb\nc");
  await isSaved(page);
  await until("entries", async () => (await stored(id)).slides[0].content.items.length === 4);
  assert.deepEqual((await stored(id)).slides[0].content.items, points("One", "Two a", "b", "c"));
  await visit.done();
});

test("lines pasted into an empty headline are the headline and what is below it, and writing goes on after them", async () => {
  const id = await deck(slide("title-slide", { title: "Tide" }));
  const visit = await editor(id);
  const { page } = visit;
  await add(page, "list", /^List/);
  await paste(page, "Rules\n- One\n- Two");
  await page.waitForFunction(() => document.querySelector(".frame textarea")?.value === "Two");
  await page.keyboard.type("!");
  await page.keyboard.press("Enter");
  await paste(page, "a\nb");
  await page.waitForFunction(() => document.querySelector(".frame textarea")?.value === "b");
  await page.keyboard.press("Enter");
  await page.keyboard.type("c");
  await page.keyboard.press("Escape");
  await isSaved(page);
  const at = async (index) => (await stored(id)).slides[index].content;
  assert.equal((await at(1)).title, "Rules");
  assert.deepEqual((await at(1)).items, points("One", "Two!", "a", "b", "c"));
  await add(page, "text", /^Text/);
  await paste(page, "# Why\n- old\n- new");
  await page.locator('.frame textarea[aria-label="Body text"]').waitFor();
  await page.keyboard.press("Escape");
  await isSaved(page);
  assert.deepEqual([(await at(2)).title, (await at(2)).body], ["Why", "- old\n- new"]);
  // A headline beside a text that is written is pasted as it is.
  await click(page, /Why/);
  await box(page).waitFor();
  await page.keyboard.press("Control+A");
  await paste(page, "Two\nlines");
  await page.keyboard.press("Escape");
  await isSaved(page);
  assert.deepEqual([(await at(2)).title, (await at(2)).body], ["Two\nlines", "- old\n- new"]);
  await visit.done();
});

/** Pastes a text where the focus is. */
const paste = (page, text) =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    if (document.activeElement.dispatchEvent(event)) document.execCommand("insertText", false, text);
  }, text);

test("pasted lines become a list with a headline", async () => {
  const id = await deck(slide("title-slide", { title: "Tide" }));
  const visit = await editor(id);
  const { page } = visit;
  await rows(page).first().focus();
  await paste(page, "Rules\nOne\nTwo");
  await until("a slide", async () => (await stored(id)).slides.length === 2);
  await rows(page).first().click();
  await rows(page).first().focus();
  await paste(page, "- One\n- Two");
  await until("a slide", async () => (await stored(id)).slides.length === 3);
  const [, second, third] = (await stored(id)).slides;
  assert.ok(second.content.title.trim());
  assert.equal(third.content.title, "Rules");
  assert.deepEqual(third.content.items, points("One", "Two"));
  await visit.done();
});

test("pasted Markdown is split at its headings, also beside a rule", async () => {
  const id = await deck(slide("title-slide", { title: "Tide" }));
  const visit = await editor(id);
  const { page } = visit;
  await rows(page).first().focus();
  await paste(page, "# One\na\n\n---\n\n# Two\nb\n\n# Three\nc");
  await until("slides", async () => (await stored(id)).slides.length > 1);
  const titles = (await stored(id)).slides.slice(1).map(({ content }) => content.title);
  assert.deepEqual(titles, ["One", "Two", "Three"]);
  await visit.done();
});

test("a slide that is dragged is selected", async () => {
  const id = await deck(...["One", "Two", "Three"].map((title) => slide("content-slide", { title })));
  const visit = await editor(id);
  const { page } = visit;
  const [from, to] = [await rows(page).nth(1).boundingBox(), await rows(page).nth(2).boundingBox()];
  await page.mouse.move(from.x + 80, from.y + 40);
  await page.mouse.down();
  await page.mouse.move(from.x + 80, from.y + 60, { steps: 4 });
  await page.mouse.move(to.x + 80, to.y + to.height - 8, { steps: 8 });
  await page.mouse.up();
  await page.locator('.slides [role="option"][aria-selected="true"][aria-label*="Two"]').waitFor();
  assert.equal(await page.locator('.slides [role="option"][aria-selected="true"]').count(), 1);
  await visit.done();
});

test("the veil for files goes when the file is dropped on a dialog", async () => {
  const visit = await service.visit();
  const { page } = visit;
  await page.goto(`${service.base}/app?new=file`);
  await page.getByRole("dialog").waitFor();
  const fire = (selector, ...names) =>
    page.evaluate(
      ([selector, names]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(["{"], "deck.json"));
        const place = document.querySelector(selector);
        for (const name of names)
          place.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }));
      },
      [selector, names],
    );
  await fire("body", "dragenter", "dragover");
  const veil = page.getByText("Drop to make a deck");
  await veil.waitFor();
  await fire('[role="dialog"] [data-drop], [role="dialog"] label, [role="dialog"] input[type=file]', "drop");
  await veil.waitFor({ state: "detached" });
  await visit.context.close();
});

test("a text that is too long is kept, and each way out works", async () => {
  const id = await deck(slide("list-slide", { title: "Rules", items: points("One", "Two") }));
  const visit = await editor(id);
  const { page } = visit;
  const long = "Every street gets water that is fit to drink. ".repeat(4).trim();
  await click(page, /Rules/);
  await box(page).waitFor();
  await page.keyboard.press("Control+A");
  await page.keyboard.type(long);
  await page.keyboard.press("Escape");
  await page.locator('[data-save="draft"]').waitFor();
  const hint = page.locator(".line .text");
  await hint.filter({ hasText: "too long" }).waitFor();
  assert.doesNotMatch(await page.locator("body").innerText(), /Not saved|content\.|slides\[/);

  // Other edits are saved meanwhile, and the text is still there after a reload, on the slide too.
  await page.getByRole("textbox", { name: /^Supporting line/ }).fill("Saved");
  await until("saved", async () => (await stored(id)).slides[0].content.subheading === "Saved");
  await page.reload();
  await page.locator(".frame .layer button").first().waitFor();
  assert.equal(await page.getByRole("textbox", { name: /^Headline/ }).inputValue(), long);
  await node(page, /Every street/).waitFor();

  await page.locator(".line").getByRole("button", { name: "Shorten" }).click();
  await until("shortened", async () => (await stored(id)).slides[0].notes);
  const [first] = (await stored(id)).slides;
  assert.ok(first.content.title.length <= 120 && long.startsWith(first.content.title));
  assert.equal(`${first.content.title} ${first.notes}`, long);
  await visit.done();
});

test("a text that is too long is the same for all who edit, in every browser, and ends where it is mended", async () => {
  const id = await deck(
    slide("list-slide", { title: "Rules", items: points("One", "Two") }),
    slide("content-slide", { title: "Why" }),
  );
  const [mine, other] = [await editor(id), await editor(id)];
  const headline = ({ page }) => page.getByRole("textbox", { name: /^Headline/ });
  const reads = (visit, text) => until(text, async () => (await headline(visit).inputValue()) === text);
  const long = "Every street gets water that is fit to drink. ".repeat(4).trim();
  await headline(mine).fill(long);
  await reads(other, long);
  await other.page.locator(".line .text").filter({ hasText: "63 characters too long" }).waitFor();
  await other.page.getByText("Kept as a draft").waitFor();
  await node(other.page, /Every street/).waitFor();
  assert.equal((await stored(id)).slides[0].content.title, "Rules");
  assert.doesNotMatch(JSON.stringify(await service.api("GET", `/api/presentations/${id}/export/json`)), /street/);

  // It is still there in a browser that has never seen the deck, and the other person writes on in it.
  await mine.page.reload();
  await reads(mine, long);
  const third = await editor(id);
  await reads(third, long);
  await third.done();
  await headline(other).press("End");
  await headline(other).pressSequentially(" Every day.");
  await reads(mine, `${long} Every day.`);

  // A copy of the slide has it too, and so has a slide that was deleted and comes back.
  await rows(mine.page).nth(0).click();
  await mine.page.keyboard.press("Control+d");
  await until("a copy", async () => (await stored(id)).slides.length === 3);
  await reads(mine, `${long} Every day.`);
  await mine.page.keyboard.press("Delete");
  await until("two slides", async () => (await stored(id)).slides.length === 2);
  await mine.page.keyboard.press("Control+z");
  await until("three slides", async () => (await stored(id)).slides.length === 3);
  await rows(mine.page).nth(1).click();
  await reads(mine, `${long} Every day.`);
  await mine.page.keyboard.press("Control+z");
  await until("two slides again", async () => (await stored(id)).slides.length === 2);

  // A correction by one person counts for all.
  await other.page.locator(".line").getByRole("button", { name: "Shorten" }).click();
  await until("shortened", async () => (await stored(id)).slides[0].notes);
  const [first] = (await stored(id)).slides;
  assert.equal(`${first.content.title} ${first.notes}`, `${long} Every day.`);
  await rows(mine.page).nth(0).click();
  await reads(mine, first.content.title);
  await isSaved(mine.page);
  await isSaved(other.page);
  await mine.done();
  await other.done();
});

test("a title of the deck that is too long is kept, and says so to all who edit", async () => {
  const id = await deck(slide("title-slide", { title: "Tide" }));
  const [mine, other] = [await editor(id), await editor(id)];
  const title = ({ page }) => page.getByRole("textbox", { name: "Title of the deck" });
  const long = "Water for every street of the harbour. ".repeat(13).trim();
  const { title: before } = await stored(id);
  await title(mine).click();
  await mine.page.keyboard.type(long);
  await mine.page.getByText("6 characters too long").waitFor();
  await mine.page.keyboard.press("Enter");
  await mine.page.locator('[data-save="draft"]').waitFor();
  await until("the other person sees it", async () => (await title(other).inputValue()) === long);
  assert.equal((await stored(id)).title, before);
  await mine.page.reload();
  assert.equal(await title(mine).inputValue(), long);
  await title(other).click();
  await other.page.getByText("6 characters too long").waitFor();
  await other.page.getByText("Kept as a draft").waitFor();
  await other.page.keyboard.press("End");
  for (let n = 0; n < 6; n += 1) await other.page.keyboard.press("Backspace");
  await other.page.keyboard.press("Enter");
  await until("it is stored", async () => (await stored(id)).title === long.slice(0, 500));
  await until("here too", async () => (await title(mine).inputValue()) === long.slice(0, 500));
  await isSaved(mine.page);
  await mine.done();
  await other.done();
});

test("another type takes a text that was too long", async () => {
  const id = await deck(slide("list-slide", { title: "Rules", items: points("One", "Two") }));
  const visit = await editor(id);
  const { page } = visit;
  const long = "Every street gets water that is fit to drink. ".repeat(4).trim();
  await click(page, /Two/);
  await box(page).waitFor();
  await page.keyboard.press("Control+A");
  await page.keyboard.type(long);
  await page.keyboard.press("Escape");
  await page.locator('[data-save="draft"]').waitFor();
  await page.locator(".line").getByRole("button", { name: "Another type" }).click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.type("text");
  await page.getByRole("option", { name: /^Text/ }).first().click();
  await until("stored", async () => (await stored(id)).slides[0].content.body?.includes(long));
  await isSaved(page);
  await visit.done();
});

test("an entry that is too long is split", async () => {
  const id = await deck(slide("title-slide", { title: "Tide" }));
  const visit = await editor(id);
  const { page } = visit;
  await add(page, "list", /^List/);
  await page.keyboard.type("Rules");
  await page.keyboard.press("Enter");
  const long = "Tell people a week ahead which street is closed and for how long it stays closed. ".repeat(2).trim();
  await page.keyboard.type(long);
  await page.keyboard.press("Enter");
  await page.keyboard.type("Two");
  await page.keyboard.press("Escape");
  await page.locator(".line .text").filter({ hasText: /^Entries 1, Headline: \d+ characters too long/ }).waitFor();
  await page.locator(".line").getByRole("button", { name: "Split into points" }).click();
  await isSaved(page);
  const { items } = (await stored(id)).slides[1].content;
  assert.equal(items.map(({ title }) => title).join(" "), `${long} Two`);
  assert.ok(items.length > 2);
  await visit.done();
});

test("a second series makes bars in groups, and says so", async () => {
  const id = await deck(slide("chart-slide", { title: "Leaks", chartType: "bar", data: "Ward,2025\nNorth,4" }));
  const visit = await editor(id);
  const { page } = visit;
  await page.locator('[data-cell="0-0"]').focus();
  await paste(page, "Ward\t2025\t2026\nNorth\t4\t6\nMill\t3\t2");
  await page.getByText("Changed to grouped bars").waitFor();
  await isSaved(page);
  const { content } = (await stored(id)).slides[0];
  assert.equal(content.chartType, "bar-grouped");
  await visit.done();
});

test("the card of a found deck says how many slides have the words", async () => {
  const words = "Quagmire";
  await deck(...[1, 2, 3].map((n) => slide("content-slide", { title: `${words} ${n}` })));
  const visit = await service.visit();
  const { page } = visit;
  const warnings = [];
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  await page.goto(`${service.base}/app`);
  await page.getByRole("searchbox").first().fill(words);
  await page.getByText("Slide 1 and 2 more:").waitFor();
  assert.deepEqual(warnings, []);
  await visit.done();
});

test("after Finish the talk has ended: for followers, and on the card of the deck", async () => {
  const id = await deck(
    slide("poll-slide", { question: "Which street?", option1: "Mill", option2: "Quay" }),
    slide("content-slide", { title: "Thanks" }),
  );
  const visit = await service.visit();
  const { page } = visit;
  await page.goto(`${service.base}/present/${id}`);
  await page.getByRole("button", { name: /second screen/i }).click();
  const session = await service.api("POST", "/api/present-sessions", { presentationId: id });
  const hall = await service.visit({ width: 390, signedIn: false, mayFail: /404/ });
  await hall.page.goto(`${service.base}/follow/${session.sessionId}`);
  await hall.page.getByText("Which street?").first().waitFor();
  const isLive = async () =>
    (await service.api("GET", "/api/presentations?limit=100")).presentations.find((one) => one.id === id).isLive;
  assert.equal(await isLive(), true);
  await page.getByRole("button", { name: "Finish" }).first().click();
  await hall.page.getByText(/has ended/).first().waitFor();
  await until("not live", async () => (await isLive()) === false);
  await hall.context.close();
  await visit.context.close();
});

test("the remote steers without signing in while the hall is locked", async () => {
  const id = await deck(...["One", "Two"].map((title) => slide("content-slide", { title })));
  const session = await service.api("POST", "/api/present-sessions", { presentationId: id });
  assert.notEqual(session.remoteKey, session.notesKey);
  const phone = await service.visit({ width: 390, signedIn: false, mayFail: /403/ });
  const open = (key) => phone.page.goto(`${service.base}/notes/${session.sessionId}?key=${key}`);
  const at = async () => (await service.api("GET", `/api/present-sessions/${session.sessionId}/state`)).slideIndex;
  // The message about a refused press stays on the page when the event stream opens after it.
  const refusal = phone.page.getByText("This link shows the notes only.").first();
  let openStream;
  const held = new Promise((resolve) => (openStream = resolve));
  await phone.page.route("**/events?*", (route) => held.then(() => route.continue()));
  await open(session.notesKey);
  await phone.page.locator("#next").click();
  await refusal.waitFor();
  const opened = phone.page.waitForResponse((response) => response.url().includes("/events"));
  openStream();
  await opened;
  await phone.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  assert.equal(await refusal.isVisible(), true);
  assert.equal(await at(), 0);
  await open(session.remoteKey);
  await phone.page.locator("#next").click();
  await until("moved", async () => (await at()) === 1);
  await phone.page.waitForFunction(() => /00:0[1-9]/.test(document.getElementById("elapsed").textContent));
  await phone.done();
});

/** Counts what a person does: a click, a key, a run of typing, a paste, a file. */
function actions(page) {
  let count = 0;
  const one = (act) => (...args) => ((count += 1), act(...args));
  return {
    get count() {
      return count;
    },
    press: one((key) => page.keyboard.press(key)),
    type: one((text) => page.keyboard.type(text)),
    paste: one((text) => paste(page, text)),
    click: one((target) => target.click()),
    tap: one((target) => target.tap()),
    touch: one((x, y) => page.touchscreen.tap(x, y)),
    files: one((target, file) => (target.setFiles ?? target.setInputFiles).call(target, file)),
  };
}

const WANTED = [
  { title: "Water for every street" },
  { title: "Why now", body: "Half of the pipes are older than we are." },
  { title: "The harbour", body: "It was built for carts." },
  { title: "Leaks", data: "Ward,Leaks\nNorth,42\nMill,17" },
  { title: "Two ways", leftTitle: "Repair", leftBody: "Cheap now", rightTitle: "Renew", rightBody: "Cheap later" },
  { quote: "Build for the tide.", attribution: "A pilot" },
];

/** Writes the deck of `WANTED` on a title slide whose headline is in edit. `next` opens the picker. */
async function writeDeck(page, person, next, toCells) {
  const addSlide = async (words, name) => {
    await next();
    await page.getByRole("dialog").waitFor();
    await person.type(words);
    await page.getByRole("option", { name }).first().waitFor();
    await person.press("ArrowDown");
    await person.press("Enter");
    await box(page).waitFor();
  };
  const write = async (...texts) => {
    for (const [at, text] of texts.entries()) {
      if (at > 0) await person.press("Tab");
      await person.type(text);
    }
    await person.press("Escape");
  };
  await person.type(WANTED[0].title);
  await person.press("Escape");
  await addSlide("text", /^Text/);
  await write(WANTED[1].title, WANTED[1].body);
  await addSlide("picture and text", /^Picture and text/);
  await write(WANTED[2].title, WANTED[2].body);
  await addSlide("chart", /^Chart/);
  await write(WANTED[3].title);
  await toCells();
  await person.press("Control+A");
  await person.paste("Ward\tLeaks\nNorth\t42\nMill\t17");
  await addSlide("comparison", /^Side by side/);
  const { title, leftTitle, leftBody, rightTitle, rightBody } = WANTED[4];
  await write(title, leftTitle, leftBody, rightTitle, rightBody);
  await addSlide("quote", /^Quote/);
  await write(WANTED[5].quote, WANTED[5].attribution);
}

async function isAsWanted(id, page) {
  await isSaved(page);
  const { slides } = await stored(id);
  assert.deepEqual(
    slides.map(({ content }, at) =>
      Object.fromEntries(Object.keys(WANTED[at] ?? {}).map((key) => [key, content[key]])),
    ),
    WANTED,
  );
  assert.ok(slides.every(({ visibility }) => !visibility));
}

test("a first deck is written with keyboard and mouse in fewer than 140 actions", async () => {
  const visit = await service.visit();
  const { page } = visit;
  const person = actions(page);
  await page.goto(`${service.base}/app`);
  await person.click(page.getByRole("button", { name: /New deck/ }).first());
  await page.getByRole("dialog").waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === "INPUT");
  await person.type("Water for every street");
  await person.press("Enter");
  await page.waitForURL(/\/app\/\w/);
  await box(page).waitFor();
  const id = new URL(page.url()).pathname.split("/").at(-1);
  await person.press("Control+A");
  await writeDeck(
    page,
    person,
    () => person.click(page.locator(".slides").getByRole("button", { name: "Add slide" })),
    () => person.click(page.locator('[data-cell="0-0"]')),
  );
  // The picture, on the third slide.
  await person.click(rows(page).nth(2));
  await person.click(page.getByRole("button", { name: /^Add to Pictures|^Add: Pictures|Pictures.*add/i }).first());
  await person.files(page.locator('.fields [data-path="images.0"] input[type=file]').first(), {
    name: "harbour.png",
    mimeType: "image/png",
    buffer: DOT,
  });
  await until("a picture", async () => (await stored(id)).slides[2].content.images?.[0]?.src);
  await isAsWanted(id, page);
  assert.ok(person.count < 140, `${person.count} actions`);
  process.stdout.write(`# ${person.count} actions\n`);
  await visit.done();
});

test("the same deck is written by keyboard alone", async () => {
  const visit = await service.visit();
  const { page } = visit;
  const person = actions(page);
  await page.addInitScript(() => localStorage.setItem("lectern.callouts", "text slide saved"));
  await page.goto(`${service.base}/app`);
  await page.getByRole("link", { name: "Water for every street" }).first().waitFor();
  await person.press("n");
  await page.getByRole("dialog").waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === "INPUT");
  await person.type("Water for every street");
  await person.press("Enter");
  await page.waitForURL(/\/app\/\w/);
  await box(page).waitFor();
  const id = new URL(page.url()).pathname.split("/").at(-1);
  await person.press("Control+A");
  await writeDeck(
    page,
    person,
    async () => {
      // From the text to the list of slides, and a new one below.
      const isInList = () => page.evaluate(() => document.activeElement?.getAttribute("role") === "option");
      for (let tries = 0; tries < 20 && !(await isInList()); tries += 1) {
        const isOnSlide = await page.evaluate(() => document.activeElement?.closest(".frame") !== null);
        await person.press(isOnSlide ? "Escape" : "Shift+F6");
        await page.waitForTimeout(100);
      }
      await person.press("Shift+Enter");
    },
    async () => {
      const isCell = () => page.evaluate(() => document.activeElement?.matches("[data-cell]"));
      for (let tries = 0; tries < 20 && !(await isCell()); tries += 1) {
        await person.press("Tab");
        await page.waitForTimeout(50);
        if (await page.evaluate(() => /CSV/.test(document.activeElement?.getAttribute("aria-label") ?? "")))
          await person.press("Enter");
        await page.waitForTimeout(150);
      }
    },
  );
  await isAsWanted(id, page);
  assert.ok(person.count < 140, `${person.count} actions`);
  process.stdout.write(`# ${person.count} actions\n`);
  await visit.done();
});

test("the same deck is written on a phone, by touch and its keyboard", async () => {
  // The list has a deck, so that it shows its usual button for a new one.
  await deck(slide("title-slide", { title: "Tide" }));
  const visit = await service.visit({ width: 390 });
  const { page } = visit;
  const person = actions(page);
  await page.goto(`${service.base}/app`);
  await person.tap(page.getByRole("button", { name: /New deck/ }).last());
  await page.getByRole("dialog").waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === "INPUT");
  await person.type("Water for every street");
  await person.press("Enter");
  await page.waitForURL(/\/app\/\w/);
  await box(page).waitFor();
  const id = new URL(page.url()).pathname.split("/").at(-1);

  const addSlide = async (words, name) => {
    await person.tap(page.getByRole("navigation", { name: "Parts" }).getByRole("button", { name: "Add slide" }));
    await page.getByRole("dialog").waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === "INPUT");
    await person.type(words);
    await person.tap(page.getByRole("option", { name }).first());
    await box(page).waitFor();
  };
  /** Taps a text on the slide and waits until it can be typed. */
  const tapText = async (field, label) => {
    const place = page.locator(`.layer [data-of="${field}"]`);
    await place.waitFor();
    const { x, y, width, height } = await place.boundingBox();
    await person.touch(x + Math.min(20, width / 2), y + height / 2);
    await page.locator(`.frame textarea[aria-label="${label}"]`).waitFor();
  };
  /** Types a text and goes to the next one with the key of the phone's keyboard. */
  const typeAndNext = async (text, next) => {
    await person.type(text);
    await person.press("Enter");
    await page.locator(`.frame textarea[aria-label="${next}"]`).waitFor();
  };
  await person.type(WANTED[0].title);
  await addSlide("text", /^Text/);
  await typeAndNext(WANTED[1].title, "Body text");
  await person.type(WANTED[1].body);
  await addSlide("picture and text", /^Picture and text/);
  await typeAndNext(WANTED[2].title, "Body text");
  await person.type(WANTED[2].body);
  await person.tap(page.locator(".frame").getByRole("button", { name: /choose a picture/i }));
  const choosing = page.waitForEvent("filechooser");
  await person.tap(page.getByRole("dialog").getByRole("button", { name: "Add pictures" }));
  await person.files(await choosing, { name: "harbour.png", mimeType: "image/png", buffer: DOT });
  await person.tap(page.getByRole("dialog").getByRole("button", { name: "Use this picture" }));
  await until("a picture", async () => (await stored(id)).slides[2]?.content.images?.[0]?.src);
  await addSlide("chart", /^Chart/);
  await person.type(WANTED[3].title);
  await person.tap(page.locator('[data-cell="0-0"]'));
  await person.press("Control+A");
  await person.paste("Ward\tLeaks\nNorth\t42\nMill\t17");
  await addSlide("comparison", /^Side by side/);
  const { title, leftTitle, leftBody, rightTitle, rightBody } = WANTED[4];
  await person.type(title);
  await tapText("leftTitle", "Left heading");
  await typeAndNext(leftTitle, "Left text");
  await person.type(leftBody);
  await tapText("rightTitle", "Right heading");
  await typeAndNext(rightTitle, "Right text");
  await person.type(rightBody);
  await addSlide("quote", /^Quote/);
  await typeAndNext(WANTED[5].quote, "Attribution");
  await person.type(WANTED[5].attribution);
  await isAsWanted(id, page);
  assert.ok(person.count < 140, `${person.count} actions`);
  process.stdout.write(`# ${person.count} actions on a phone\n`);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, "nothing is beside the page");
  assert.deepEqual(await visit.violations(), []);
  await visit.done();
});

test("a text that is opened before it is drawn again, or ends with a space, is continued at its end", async () => {
  const id = await deck(slide("content-slide", { title: "Tide", body: "High water" }));
  const visit = await editor(id);
  const { page } = visit;
  const openOnSlide = async () => {
    const place = await page.locator('.layer [data-of="body"]').boundingBox();
    await page.mouse.click(place.x + 12, place.y + place.height / 2);
    await page.locator('.frame textarea[aria-label="Body text"]').waitFor();
    await page.keyboard.press("Control+End");
  };
  // No drawing arrives while the text is typed in the inspector.
  let draw;
  const mayDraw = new Promise((resolve) => (draw = resolve));
  await page.route("**/render", async (route) => {
    await mayDraw;
    await route.continue();
  });
  await page.locator('.fields [data-path="body"] .rich-text').click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" at noon");
  await openOnSlide();
  await page.keyboard.type(", low ");
  draw();
  await page.keyboard.press("Escape");
  await isSaved(page);
  await page.locator(".frame").getByText("low").first().waitFor();
  await openOnSlide();
  await page.keyboard.type("at six");
  await page.keyboard.press("Escape");
  await isSaved(page);
  const [{ content }] = (await stored(id)).slides;
  assert.equal(content.body, "High water at noon, low at six");
  await visit.done();
});

test("a text stays where it is drawn, and whole, while it is edited", async () => {
  const id = await deck(
    slide("title-slide", { title: "Gauging a jelly for gypsies" }),
    slide("kpi-metrics-slide", { title: "Leaks", metrics: [{ value: "68", unit: "%", label: "Fewer" }] }),
    slide("quote-slide", { quote: "We fixed the pipe once and stopped fixing the road every year." }),
    slide("table-slide", {
      title: "Wards",
      rows: [
        { c1: "Ward", c2: "Length" },
        { c1: "Canal", c2: "18 km" },
      ],
    }),
  );
  const visit = await editor(id);
  const { page } = visit;
  for (const [at, field] of ["title", "metrics.0.value", "quote", "rows.1.c2"].entries()) {
    await rows(page).nth(at).click();
    const place = page.locator(`.layer [data-of="${field}"]`);
    await place.waitFor();
    // The middle of the first line, as drawn.
    const drawn = await page.evaluate((field) => {
      const { shadowRoot } = document.querySelector(".drawn");
      const [path, column] = /^(rows)\.1\.c(\d)$/.exec(field)?.slice(1) ?? [field];
      const element = shadowRoot.querySelector(`[data-field="${path}"]`);
      const own = column ? element.querySelectorAll("tr")[1].children[column - 1] : element;
      const { top, height } = own.querySelector(".l, .r").getBoundingClientRect();
      return top + height / 2;
    }, field);
    const { x, y, width, height } = await place.boundingBox();
    await page.mouse.click(x + width / 2, y + height / 2);
    await box(page).waitFor();
    await page.keyboard.press("End");
    const edited = await box(page).evaluate((area) => {
      const style = getComputedStyle(area);
      const { top, height } = area.getBoundingClientRect();
      const scale = height / area.offsetHeight;
      const line = Number.parseFloat(style.paddingTop) + Number.parseFloat(style.lineHeight) / 2;
      return { middle: top + (line - area.scrollTop) * scale, isCut: area.scrollHeight > area.clientHeight };
    });
    assert.ok(Math.abs(edited.middle - drawn) < 1.5, `${field}: ${edited.middle} is not ${drawn}`);
    assert.equal(edited.isCut, false, `${field} is cut`);
    await page.keyboard.press("Escape");
    await box(page).waitFor({ state: "detached" });
  }
  await visit.done();
});

test("a table is typed and pasted into, on the slide and beside it", async () => {
  const id = await deck(slide("title-slide", { title: "Tide" }));
  const visit = await editor(id);
  const { page } = visit;
  const cells = async () =>
    (await stored(id)).slides[1].content.rows.map((row) =>
      ["c1", "c2", "c3", "c4"].flatMap((key) => (row[key] ? [row[key]] : [])).join(" "),
    );
  await add(page, "table", /^Table/);
  await node(page, "Column 1").first().waitFor();
  await page.keyboard.type("Wards");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Ward");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Length");
  await page.keyboard.press("Enter");
  await page.keyboard.type("18 km");
  await page.keyboard.press("Escape");
  await isSaved(page);
  assert.deepEqual(await cells(), ["Ward Length", "18 km", ""], "prompts are not stored");

  // Cells of a spreadsheet, and a row more than there was.
  await click(page, /, Ward$/);
  await box(page).waitFor();
  await paste(page, "Ward\tLength\tCost\tYear\nCanal\t18\t3\t2027\nHill\t14\t2\t2028");
  await page.keyboard.press("Escape");
  await until("pasted", async () => (await cells())[2] === "Hill 14 2 2028");
  assert.equal((await stored(id)).slides[1].content.colCount, "4");
  await page.locator('.fields [data-cell="3-0"]').click();
  await page.keyboard.type("Mill");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("9");
  await until("a new row", async () => (await cells())[3] === "Mill 9");
  await page.getByRole("button", { name: "Column 3: more" }).click();
  await page.getByRole("menuitem", { name: "Delete column" }).click();
  await until("without the column", async () => (await cells())[2] === "Hill 14 2028");
  await page.getByRole("button", { name: "Row 2: more" }).click();
  await page.getByRole("menuitem", { name: "Move down" }).click();
  await until("moved", async () => (await cells())[1] === "Hill 14 2028");
  assert.deepEqual(await visit.violations(), []);
  await page.keyboard.press("Control+z");
  await until("undone", async () => (await cells())[2] === "Hill 14 2028");
  await visit.done();
});
