// The first hour: starter decks, types by what people call them, find and replace, the list of decks, charts as tables.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { until } from "../lectern.js";
import { lectern, picturesLoaded } from "./visit.js";

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
    const last = await dialog.locator("fieldset label").last().boundingBox();
    const end = await dialog.getByRole("button", { name: /^(Create|Maken)$/ }).boundingBox();
    if (width > 720) assert.ok(last.y + last.height <= end.y, "all purposes are seen at once");
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

test("words in the command menu that are no command search slide types and the deck", async () => {
  const id = await deck("Tide", slide("content-slide", { title: "Ebb and flow" }));
  const visit = await editor(id);
  const { page } = visit;
  await rows(page).first().focus();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Commands" }).waitFor();
  await page.keyboard.type("pros and cons");
  await page.getByRole("option", { name: "Add slide: “pros and cons”", selected: true }).waitFor();
  await page.keyboard.press("Enter");
  const types = page.getByRole("dialog", { name: "Add a slide" });
  await types.waitFor();
  assert.equal(await types.locator("[data-search]").inputValue(), "pros and cons");
  await page.keyboard.press("Escape");
  await types.waitFor({ state: "detached" });
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Commands" }).waitFor();
  await page.keyboard.type("flow");
  await page.getByRole("option", { name: "Find in this deck: “flow”" }).click();
  await page.getByRole("dialog", { name: "Find and replace" }).getByText("1 result", { exact: true }).waitFor();
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
    await dialog.getByText("7 results").waitFor();
    await dialog.getByText("Slide 2: Tide tables").waitFor();
    assert.doesNotMatch(await dialog.innerText(), /\*\*/, "marks of Markdown are not shown");
    await dialog.getByLabel("Match case").check();
    await dialog.getByText("4 results").waitFor();
    await dialog.getByLabel("Match case").uncheck();
    await dialog.getByLabel("Whole words").check();
    await dialog.getByText("6 results").waitFor();
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
    await dialog.getByText("5 results replaced.").waitFor();
    await dialog.getByRole("button", { name: "Undo" }).click();
    await until("it is one step", async () => (await stored(id)).slides[0].notes === "A tide.");
    assert.deepEqual((await stored(id)).slides.map(({ content }) => content), before.slides.map(({ content }) => content));
    await visit.done();
  });
}

const card = (page, title) => page.getByRole("link", { name: title, exact: true });
async function onlyDecks(...titles) {
  const { presentations } = await service.api("GET", "/api/presentations?limit=100");
  for (const { id } of presentations) await service.api("DELETE", `/api/presentations/${id}`);
  for (const title of titles) await deck(title, slide("title-slide", { title }));
}
const titles = async () =>
  (await service.api("GET", "/api/presentations?limit=100")).presentations.map(({ title }) => title).sort();

for (const width of [1440, 390]) {
  test(`a deck is renamed on its card, ${width} wide`, async () => {
    await onlyDecks("Harbour plan");
    const visit = await service.visit({ width });
    const { page } = visit;
    await page.goto(`${service.base}/app`);
    await card(page, "Harbour plan").focus();
    await page.getByRole("button", { name: "More for Harbour plan" }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await page.getByRole("textbox", { name: "New title" }).fill("Quay plan");
    await page.keyboard.press("Enter");
    await until("it has another title", async () => (await titles()).includes("Quay plan"));
    await card(page, "Quay plan").waitFor();
    if (width > 720) {
      await card(page, "Quay plan").focus();
      await page.keyboard.press("F2");
      await page.getByRole("textbox", { name: "New title" }).fill("Dock plan");
      await page.keyboard.press("Enter");
      await until("F2 works too", async () => (await titles()).includes("Dock plan"));
    }
    await visit.done();
  });

  test(`a title that is too long is not cut, ${width} wide`, async () => {
    await onlyDecks("Harbour plan");
    const visit = await service.visit({ width });
    const { page } = visit;
    const long = "Water for every street of the harbour. ".repeat(13).trim();
    await page.goto(`${service.base}/app`);
    await page.getByRole("button", { name: "More for Harbour plan" }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    const field = page.getByRole("textbox", { name: "New title" });
    await field.fill(long);
    await page.getByText("The title is 6 characters too long.").waitFor();
    await field.press("Enter");
    await page.getByRole("heading", { name: "Decks" }).click();
    assert.equal(await field.inputValue(), long);
    assert.deepEqual(await visit.violations(), []);
    await field.fill(long.slice(0, 500));
    await field.press("Enter");
    await until("it is renamed", async () => (await titles()).includes(long.slice(0, 500)));
    await page.goto(`${service.base}/app?new=blank`);
    await page.waitForFunction(() => document.activeElement?.matches("input[data-first]"));
    await page.getByRole("textbox", { name: "Title" }).fill(long);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByText("The title is 6 characters too long.").waitFor();
    assert.equal((await titles()).length, 1);
    await visit.done();
  });

  test(`several decks are selected, duplicated, moved to the trash and restored, ${width} wide`, async () => {
    await onlyDecks("Third", "Second", "First");
    const visit = await service.visit({ width });
    const { page } = visit;
    await page.goto(`${service.base}/app`);
    await card(page, "First").waitFor();
    if (width > 720) await page.getByRole("checkbox", { name: "Select First" }).check({ force: true });
    else {
      await page.getByRole("button", { name: "More for First" }).click();
      await page.getByRole("menuitem", { name: "Select" }).click();
    }
    const bar = page.getByRole("toolbar", { name: "Selected decks" });
    await bar.getByText("1 selected").waitFor();
    const [cover, box] = await Promise.all(
      [".thumb", ".choose input"].map((part) => page.locator(".card", { hasText: "First" }).locator(part).boundingBox()),
    );
    assert.ok(box.y >= cover.y + cover.height, "the box covers nothing of the cover");
    // A click on a card selects it now.
    await card(page, "Second").click();
    await bar.getByText("2 selected").waitFor();
    assert.equal(new URL(page.url()).pathname, "/app");
    assert.deepEqual(await visit.violations(), []);
    await bar.getByRole("button", { name: "Duplicate" }).click();
    await until("both are copied", async () => (await titles()).length === 5);
    await page.locator("[data-card]").nth(4).waitFor();
    await card(page, "Third").focus();
    await page.keyboard.press("x");
    await bar.getByRole("button", { name: "Select all" }).click();
    await bar.getByText("5 selected").waitFor();
    await picturesLoaded(page);
    await bar.getByRole("button", { name: "Move to trash" }).click();
    await page.getByText("5 decks are in the trash.").waitFor();
    assert.deepEqual(await titles(), []);
    await page.getByRole("button", { name: "Undo" }).click();
    await until("all are back", async () => (await titles()).length === 5);
    await visit.done();
  });
}

test("decks that were opened last are in a row above the list", async () => {
  await onlyDecks("One", "Two", "Three", "Four", "Five", "Six");
  const { presentations } = await service.api("GET", "/api/presentations?limit=100");
  const visit = await service.visit();
  const { page } = visit;
  for (const title of ["One", "Two"]) {
    await page.goto(`${service.base}/app/${presentations.find((deck) => deck.title === title).id}`);
    await page.locator(".frame .layer button").first().waitFor();
  }
  await page.goto(`${service.base}/app`);
  const row = page.getByRole("region", { name: "Recently opened" });
  await row.waitFor();
  assert.deepEqual(await row.getByRole("link").allInnerTexts(), ["Two", "One"]);
  assert.deepEqual(await visit.violations(), []);
  await page.locator("[data-card]", { hasText: "Two" }).focus();
  await page.keyboard.press("Delete");
  await page.getByText("“Two” is in the trash.").waitFor();
  await until("it leaves the row", async () => (await row.getByRole("link").allInnerTexts()).join() === "One");
  await visit.done();
});

for (const width of [1440, 390]) {
  test(`chart data is sorted and highlighted in a table beside the chart, ${width} wide`, async () => {
    const data = "District,Leaks\nOld Town,97\nNorth,412\nHarbour,183";
    const id = await deck("Leaks", slide("chart-slide", { title: "Leaks", chartType: "bar", data }));
    const visit = await editor(id, { width });
    const { page } = visit;
    const content = async () => (await stored(id)).slides[0].content;
    await page.getByRole("button", { name: "Large table" }).click();
    const dialog = page.getByRole("dialog", { name: "Large table" });
    await page.waitForFunction(() => document.activeElement?.matches('[role=dialog] [data-cell="0-0"]'));
    await dialog.getByRole("button", { name: "Sort by Leaks" }).click();
    await until("largest first", async () => (await content()).data === "District,Leaks\nNorth,412\nHarbour,183\nOld Town,97");
    await dialog.getByRole("button", { name: "Sort by Leaks" }).click();
    await until("smallest first", async () => (await content()).data === "District,Leaks\nOld Town,97\nHarbour,183\nNorth,412");
    await dialog.getByRole("button", { name: "Highlight North" }).click();
    await until("North is highlighted", async () => (await content()).highlight === "North");
    await dialog.locator('[data-cell="1-1"]').fill("99");
    await until("a cell is typed", async () => /Old Town,99/.test((await content()).data));
    await dialog.getByRole("img").waitFor();
    assert.deepEqual(await visit.violations(), []);
    await visit.done();
  });
}

test("a click on a bar of a selected chart highlights it", async () => {
  const data = "District,Leaks\nOld Town,97\nNorth,412\nHarbour,183";
  const id = await deck("Leaks", slide("chart-slide", { title: "Leaks", chartType: "bar", data }));
  const visit = await editor(id);
  const { page } = visit;
  const chart = page.locator('.layer [data-of="data"]');
  const { x, y, width, height } = await chart.boundingBox();
  await page.mouse.click(x + width / 2, y + height - height / 4);
  await page.locator('.layer .chosen[data-of="data"]').waitFor();
  for (const [share, name] of [
    [1 / 2, "North"],
    [5 / 6, "Harbour"],
    [5 / 6, undefined],
  ]) {
    await page.mouse.click(x + width * share, y + height - height / 4);
    await until(`${name}`, async () => ((await stored(id)).slides[0].content.highlight || undefined) === name);
  }
  // A click on the edge of a bar selects it too, although its label is at the middle.
  const first = await page.locator(".drawn figure svg.s").first().boundingBox();
  await page.mouse.click(first.x + 4, first.y + first.height - 4);
  await until("Old Town", async () => (await stored(id)).slides[0].content.highlight === "Old Town");
  await visit.done();
});

test("a slide without fields says what it shows", async () => {
  const visit = await editor(await deck("Tide", slide("title-slide", { title: "Tide" }), slide("follow-invite-slide", {})));
  const { page } = visit;
  await rows(page).nth(1).click();
  await page.locator(".fields").getByText("Shows the join address, the four-letter code and a QR code").waitFor();
  await visit.done();
});
