// Long texts in the inspector are edited as they look, and stored as Markdown.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFile } from "node:fs/promises";
import { until } from "../lectern.js";
import { lectern } from "./visit.js";

let service;
before(async () => {
  service = await lectern();
});
after(() => service.stop());

async function deck(...bodies) {
  const slides = bodies.map((body) => ({ type: "content-slide", content: { title: "Tide", body } }));
  const { presentation } = await service.api("POST", "/api/presentations", { title: "Tide", slides });
  return presentation.id;
}
const stored = async (id) => (await service.api("GET", `/api/presentations/${id}`)).presentation;
const bodyOf = async (id) => (await stored(id)).slides[0].content.body;

async function editor(id, options) {
  const visit = await service.visit(options);
  await visit.page.addInitScript(() => localStorage.setItem("lectern.callouts", "text slide saved"));
  await visit.page.goto(`${service.base}/app/${id}`);
  await visit.page.locator(".frame .layer button").first().waitFor();
  return visit;
}
const text = (page) => page.locator('.fields [data-path="body"] .rich-text');
const tool = (page, name) => page.locator('.fields [data-path="body"]').getByRole("button", { name, exact: true });
const becomes = (id, body) =>
  until(`the body is ${JSON.stringify(body)}`, async () => (await bodyOf(id)) === body).catch(async () =>
    assert.equal(await bodyOf(id), body),
  );

test("bold, italic, lists and links are made by keys and buttons, and stored as Markdown", async () => {
  const id = await deck("");
  const visit = await editor(id);
  const { page } = visit;
  await page.locator('.fields [data-path="body"] label').click();
  await page.keyboard.type("High ");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("water");
  await page.keyboard.press("Control+b");
  await page.keyboard.type(" at ");
  await page.keyboard.press("Control+i");
  await page.keyboard.type("noon");
  await page.keyboard.press("Control+i");
  await page.keyboard.press("Enter");
  await page.keyboard.type("- Bring a lamp");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.type("with oil");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.type("Bring 2 * 3 maps");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("See the table");
  for (let n = 0; n < 5; n += 1) await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("example.org/tides");
  await page.keyboard.press("Enter");
  await page.keyboard.press("End");
  await page.keyboard.type(" first");
  await becomes(
    id,
    "High **water** at *noon*\n\n- Bring a lamp\n  - with oil\n- Bring 2 * 3 maps\n\nSee the [table](https://example.org/tides) first",
  );
  assert.equal(await text(page).locator("strong, b").textContent(), "water");
  assert.deepEqual(await visit.violations(), []);
  await visit.done();
});

test("the toolbar shows and changes what the caret stands in", async () => {
  const id = await deck("One **two** three");
  const visit = await editor(id);
  const { page } = visit;
  await text(page).locator("strong").dblclick();
  await page.locator('[role=toolbar] button[aria-label="Bold"][aria-pressed="true"]').waitFor();
  await tool(page, "Bold").click();
  await becomes(id, "One two three");
  await tool(page, "Italic").click();
  await becomes(id, "One *two* three");
  await tool(page, "Numbered list").click();
  await becomes(id, "1. One *two* three");
  await tool(page, "Numbered list").click();
  await becomes(id, "One *two* three");
  await visit.done();
});

test("a table is inserted, filled by Tab, and gets a column", async () => {
  const id = await deck("");
  const visit = await editor(id);
  const { page } = visit;
  await text(page).click();
  await tool(page, "Table").click();
  await page.keyboard.type("Day");
  for (const word of ["Height", "Monday", "3 m", "Tuesday", "4 m"]) {
    await page.keyboard.press("Tab");
    await page.keyboard.type(word);
  }
  await becomes(id, "| Day | Height |\n| --- | --- |\n| Monday | 3 m |\n| Tuesday | 4 m |");
  await tool(page, "Add column").click();
  await page.keyboard.type("late");
  await tool(page, "Remove row").click();
  await becomes(id, "| Day | Height |  |\n| --- | --- | --- |\n| Monday | 3 m |  |");
  await visit.done();
});

test("the source is there for who asks, and stays the choice", async () => {
  const id = await deck("One **two**");
  const visit = await editor(id);
  const { page } = visit;
  await tool(page, "Markdown").click();
  const source = page.locator('.fields [data-path="body"] textarea');
  assert.equal(await source.inputValue(), "One **two**");
  await source.fill("One *two*");
  await becomes(id, "One *two*");
  await page.reload();
  await source.waitFor();
  await tool(page, "Markdown").click();
  assert.equal(await text(page).locator("em").textContent(), "two");
  await visit.done();
});

test("what is pasted from a page or as Markdown arrives with its marks", async () => {
  const id = await deck("");
  const visit = await editor(id, { mayFail: /Executing inline event handler violates/ });
  const { page } = visit;
  const paste = (types) =>
    text(page).evaluate((surface, types) => {
      const clipboardData = new DataTransfer();
      for (const [type, value] of Object.entries(types)) clipboardData.setData(type, value);
      surface.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, types);
  await text(page).click();
  await paste({ "text/plain": "Plan", "text/html": "<h2 onclick='x()'>Plan</h2><ul><li><b>One</b><script>x()</script></li></ul>" });
  await becomes(id, "## Plan\n\n- **One**");
  await page.keyboard.press("Control+a");
  await paste({ "text/plain": "1. *a*\n2. b" });
  await becomes(id, "1. *a*\n2. b");
  await visit.done();
});

test("no text of the sample deck changes when it is opened and closed", async () => {
  const sample = JSON.parse(await readFile(new URL("../../assets/sample-deck.json", import.meta.url), "utf8"));
  const { slides } = sample.deck ?? sample.presentation ?? sample;
  const { presentation } = await service.api("POST", "/api/presentations", {
    title: "Sample",
    slides: slides.map(({ type, content }) => ({ type, content })),
  });
  const before = await stored(presentation.id);
  const visit = await editor(presentation.id, { mayFail: /sandboxed/ });
  const { page } = visit;
  let count = 0;
  for (const [at, { content }] of before.slides.entries()) {
    await page.getByRole("listbox", { name: "Slides" }).getByRole("option").nth(at).click();
    if (!Object.keys(content).some((key) => /body$/i.test(key))) continue;
    await page.locator(".fields .rich-text").first().waitFor();
    for (const surface of await page.locator(".fields .rich-text").all()) {
      await surface.click();
      // A letter that is typed and taken back leaves the text as it was.
      await page.keyboard.press("Control+End");
      await page.keyboard.type("x");
      await page.keyboard.press("Backspace");
      count += 1;
    }
  }
  assert.ok(count > 3, `${count} texts`);
  await page.locator('[data-save="saved"]').waitFor();
  assert.deepEqual((await stored(presentation.id)).slides, before.slides);
  await visit.done();
});

test("undo takes back what was typed and leaves the caret there", async () => {
  const id = await deck("High water\n\nLow water");
  const visit = await editor(id);
  const { page } = visit;
  await text(page).locator("p").first().click();
  await page.keyboard.press("End");
  await page.keyboard.type(" now");
  await becomes(id, "High water now\n\nLow water");
  await page.keyboard.press("Control+z");
  await becomes(id, "High water\n\nLow water");
  await page.keyboard.press("End");
  await page.keyboard.type(" then");
  await becomes(id, "High water then\n\nLow water");
  await visit.done();
});

test("on a phone a list is written by its button", async () => {
  const id = await deck("");
  const visit = await editor(id, { width: 390 });
  const { page } = visit;
  await text(page).tap();
  await tool(page, "List").tap();
  await page.keyboard.type("Ebb");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Flow");
  await becomes(id, "- Ebb\n- Flow");
  const { width } = await text(page).boundingBox();
  assert.ok(width > 300, `${width} wide`);
  await visit.done();
});
