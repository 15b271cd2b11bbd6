// The first hour: starter decks, types by what people call them, find and replace, the list of decks, charts as tables.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { until } from "../lectern.js";
import { lectern } from "./visit.js";

let service;
before(async () => {
  service = await lectern();
});
after(() => service?.stop());

const slide = (type, content, notes) => ({ type, content, ...(notes ? { notes } : {}) });
async function deck(title, ...slides) {
  const { presentation } = await service.api("POST", "/api/presentations", { title, slides });
  return presentation.id;
}
const stored = async (id) => (await service.api("GET", `/api/presentations/${id}`)).presentation;

async function editor(id, options = {}) {
  const visit = await service.visit(options);
  await visit.page.addInitScript(() => localStorage.setItem("lectern.callouts", "text slide saved"));
  await visit.page.goto(`${service.base}/app/${id}`);
  await visit.page.locator(".frame .layer button").first().waitFor();
  return visit;
}
const rows = (page) => page.getByRole("listbox", { name: /^(Slides|Dia’s)$/ }).getByRole("option");
const idOf = (page) => new URL(page.url()).pathname.split("/").at(-1);

for (const [locale, add, names] of [
  ["en-GB", "Add slide", { "pros and cons": "Side by side", "table of contents": "List", quiz: "Poll" }],
  ["nl-NL", "Dia toevoegen", { "voor- en nadelen": "Naast elkaar", inhoudsopgave: "Lijst", quiz: "Peiling" }],
]) {
  test(`a slide type is found by what people call it, ${locale}`, async () => {
    const visit = await editor(await deck("Tide", slide("content-slide", { title: "First" })), { locale });
    const { page } = visit;
    await page.locator(".slides").getByRole("button", { name: add }).click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    for (const [words, name] of Object.entries(names)) {
      await dialog.locator("[data-search]").fill(words);
      await until(`${words}: ${name}`, async () =>
        (await dialog.getByRole("option").first().innerText()).startsWith(name),
      );
    }
    await visit.done();
  });
}

for (const [width, locale, button, name, title] of [
  [1440, "en-GB", /^New deck/, "Project kick-off", "A new square for Canal Street"],
  [390, "nl-NL", /^Nieuwe presentatie/, "Projectstart", "Een nieuw plein voor de Kanaalstraat"],
]) {
  test(`a deck starts for a purpose, ${width} wide, ${locale}`, async () => {
    await deck("There is a deck", slide("content-slide", { title: "First" }));
    const visit = await service.visit({ width, locale });
    const { page } = visit;
    await page.goto(`${service.base}/app`);
    await page.getByRole("button", { name: button }).last().click();
    const dialog = page.getByRole("dialog");
    await page.waitForFunction(() => document.activeElement?.matches("input[data-first]"));
    await until("every cover is drawn", async () =>
      (await dialog.locator("fieldset img").evaluateAll((all) => all.filter((one) => one.naturalWidth > 0).length)) === 10,
    );
    assert.deepEqual(await visit.violations(), []);
    await dialog.getByText(name, { exact: true }).click();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/app\/\w/);
    const made = await stored(idOf(page));
    assert.equal(made.title, title);
    assert.equal(made.theme, "blueprint");
    assert.equal(made.slides.length, 10);
    assert.equal(made.slides[0].content.title, title);
    await visit.done();
  });
}

test("a starter deck takes the title that was typed, and the sample is in the same dialog", async () => {
  const visit = await service.visit();
  const { page } = visit;
  for (const [name, count] of [
    ["Pitch", 11],
    ["Sample deck", 30],
  ]) {
    await page.goto(`${service.base}/app?new=blank`);
    await page.waitForFunction(() => document.activeElement?.matches("input[data-first]"));
    await page.keyboard.type("Our own words");
    await page.getByRole("dialog").getByText(name, { exact: true }).click();
    await page.getByRole("button", { name: "Create" }).click();
    await page.waitForURL(/\/app\/\w/);
    const made = await stored(idOf(page));
    assert.equal(made.title, "Our own words", name);
    assert.ok(made.slides.length >= count, `${name}: ${made.slides.length}`);
  }
  await visit.done();
});

test("all starter decks are accepted as they are, in both languages", async () => {
  for (const locale of ["en-GB", "nl-NL"]) {
    const visit = await service.visit({ locale });
    const { page } = visit;
    for (const at of [1, 2, 3, 4, 5, 6, 7, 8]) {
      await page.goto(`${service.base}/app?new=blank`);
      await page.waitForFunction(() => document.activeElement?.matches("input[data-first]"));
      await page.locator("fieldset label").nth(at).click();
      await page.getByRole("button", { name: /^(Create|Maken|Aanmaken)/ }).click();
      await page.waitForURL(/\/app\/\w/);
      const { slides } = await stored(idOf(page));
      assert.ok(slides.length >= 8 && slides.length <= 12, `${slides.length} slides`);
    }
    await visit.done();
  }
});

test("a search of the list and the command menu find starter decks and the sample", async () => {
  await deck("There is a deck", slide("content-slide", { title: "First" }));
  const visit = await service.visit();
  const { page } = visit;
  await page.goto(`${service.base}/app?q=incident`);
  await page.getByRole("region", { name: "Starter decks" }).getByRole("button", { name: /Post-mortem/ }).click();
  await page.getByRole("radio", { name: /Post-mortem/, checked: true }).waitFor({ state: "attached" });
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector("[data-layer]"));
  await page.keyboard.press("Control+k");
  await page.keyboard.type("sample");
  await page.getByRole("option", { name: /Sample deck/ }).click();
  await page.getByRole("radio", { name: /Sample deck/, checked: true }).waitFor({ state: "attached" });
  await visit.done();
});

for (const width of [1440, 390]) {
  test(`words are replaced in the whole deck, as one step to undo, ${width} wide`, async () => {
    const list = { title: "Tide tables", items: [{ title: "Read the tide" }, { title: "Tidemark" }] };
    const id = await deck("Tide", slide("content-slide", { title: "The tide", body: "High **tide**" }, "A tide."), slide("list-slide", list));
    const before = await stored(id);
    const visit = await editor(id, { width });
    const { page } = visit;
    await rows(page).first().focus();
    await page.keyboard.press("Control+h");
    const dialog = page.getByRole("dialog", { name: "Find and replace" });
    await dialog.waitFor();
    await page.waitForFunction(() => document.activeElement?.type === "search");
    await page.keyboard.type("tide");
    await dialog.getByText("7 places").waitFor();
    await dialog.getByText("Slide 2: Tide tables").waitFor();
    await dialog.getByLabel("Match case").check();
    await dialog.getByText("4 places").waitFor();
    await dialog.getByLabel("Match case").uncheck();
    await dialog.getByLabel("Whole words").check();
    await dialog.getByText("6 places").waitFor();
    assert.deepEqual(await visit.violations(), []);
    await dialog.getByLabel("Replace with").fill("flood");
    await dialog.getByRole("button", { name: "Replace", exact: true }).first().click();
    await until("one is replaced", async () => (await stored(id)).title === "flood");
    await dialog.getByRole("button", { name: "Replace all 5" }).click();
    await until("all are replaced", async () => {
      const { slides } = await stored(id);
      return slides[1].content.items[0].title === "Read the flood" && slides[0].notes === "A flood.";
    });
    const after = await stored(id);
    assert.equal(after.slides[0].content.body, "High **flood**");
    assert.equal(after.slides[1].content.items[1].title, "Tidemark");
    await page.getByRole("button", { name: "Undo" }).last().click();
    await until("it is one step", async () => (await stored(id)).slides[0].notes === "A tide.");
    assert.deepEqual((await stored(id)).slides.map(({ content }) => content), before.slides.map(({ content }) => content));
    await visit.done();
  });
}
