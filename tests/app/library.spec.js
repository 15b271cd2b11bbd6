// A slide is saved to the library, inserted linked into another deck, changed in the library, updated and undone.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { until } from "../lectern.js";
import { lectern } from "./visit.js";

let service;

before(async () => {
  service = await lectern();
});
after(() => service?.stop());

const quote = (words) => ({ type: "quote", content: { quote: words } });

/** Makes a deck of quotes. */
async function makeDeck(title, ...words) {
  const body = { title, slides: words.map(quote) };
  return (await service.api("POST", "/api/presentations", body)).presentation;
}

const slidesOf = async ({ id }) => (await service.api("GET", `/api/presentations/${id}`)).presentation.slides;

/** Empties the library. */
async function clear() {
  const { slides } = await service.api("GET", "/api/slide-library");
  for (const { id } of slides) await service.api("DELETE", `/api/slide-library/${id}`);
}

const row = (page, at) => page.locator('.slides [role="option"]').nth(at);

/** Opens the dialog that saves the slide on the canvas. */
async function openSaving(page) {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("Save to library");
  await page.getByRole("option", { name: "Save to library…" }).click();
  return page.getByRole("dialog", { name: "Save to library" });
}

/** Opens the library from the dialog that adds slides. */
async function openLibrary(page) {
  await page.getByRole("button", { name: "Add slide" }).first().click();
  await page.getByRole("button", { name: "Slide library", exact: true }).click();
  return page.getByRole("dialog", { name: "Slide library" });
}

for (const [width, scheme] of [
  [1440, "light"],
  [390, "dark"],
]) {
  test(`a linked slide takes the update of the library at ${width}`, async () => {
    await clear();
    const source = await makeDeck("Price list", "Old price: 5.");
    const talk = await makeDeck("Talk", "First.", "Last.");
    const visit = await service.visit({ width, scheme });
    const { page } = visit;

    // An empty library says what it is for.
    await page.goto(`${service.base}/app/${source.id}`);
    await row(page, 0).waitFor();
    const empty = await openLibrary(page);
    await empty.getByText("Slides that everybody needs").waitFor();
    assert.deepEqual(await visit.violations(), []);
    await empty.getByRole("button", { name: "Save this slide to the library" }).click();
    const saving = page.getByRole("dialog", { name: "Save to library" });
    await saving.getByLabel("Name").fill("Prices");
    await saving.getByLabel("Tags").fill("Sales, prices");
    assert.deepEqual(await visit.violations(), []);
    await saving.getByRole("button", { name: "Save to library" }).click();
    await page.getByText("“Prices” is in the library.").first().waitFor();
    const [kept] = (await service.api("GET", "/api/slide-library")).slides;
    assert.deepEqual([kept.name, kept.tags, kept.revision], ["Prices", ["sales", "prices"], 1]);
    await until("the source is linked", async () => (await slidesOf(source))[0].library?.id === kept.id);

    // Inserted linked, below the first slide.
    await page.goto(`${service.base}/app/${talk.id}`);
    await row(page, 0).click();
    const library = await openLibrary(page);
    await library.getByLabel("Search name, tags and text").fill("old price");
    const card = library.getByRole("option", { name: "Prices" });
    await card.waitFor();
    await library.getByText("Linked", { exact: true }).click();
    assert.deepEqual(await visit.violations(), []);
    await library.getByRole("button", { name: "Insert slide" }).click();
    await until("the slide is in the deck", async () => (await slidesOf(talk))[1].library?.revision === 1);
    assert.equal((await slidesOf(talk))[1].content.quote, "Old price: 5.");

    // The library changes: the deck shows it when the user comes back.
    await service.api("PUT", `/api/presentations/${source.id}`, { slides: [quote("New price: 7.")] });
    const [{ id: slideId }] = await slidesOf(source);
    await service.api("PATCH", `/api/slide-library/${kept.id}`, { presentationId: source.id, slideId });
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    const outdated = page.getByRole("option", { name: /update in the library/ });
    await outdated.waitFor();
    assert.equal((await slidesOf(talk))[1].content.quote, "Old price: 5.", "nothing changes by itself");
    await outdated.click();
    await page.getByText("“Prices” has changed in the library.").waitFor();
    await page.getByRole("button", { name: "Look at the update" }).click();
    const update = page.getByRole("dialog", { name: "Update “Prices”" });
    await update.getByRole("img", { name: "In the library" }).getByText("New price: 7.").first().waitFor();
    assert.deepEqual(await visit.violations(), []);
    await update.getByRole("button", { name: "Update slide" }).click();
    await until("the slide is new", async () => (await slidesOf(talk))[1].content.quote === "New price: 7.");
    assert.equal((await slidesOf(talk))[1].library.revision, 2);
    await until("the mark is gone", async () => (await outdated.count()) === 0);

    // One step back.
    await page.getByRole("button", { name: "Undo" }).last().click();
    await until("it is undone", async () => (await slidesOf(talk))[1].content.quote === "Old price: 5.");
    assert.equal((await slidesOf(talk))[1].library.revision, 1);
    await outdated.waitFor();
    await page.getByRole("button", { name: "Unlink" }).first().click();
    await until("it is unlinked", async () => !(await slidesOf(talk))[1].library);
    await visit.done();
  });
}

test("a slide that is linked updates the library, and the library is put in order by keyboard", async () => {
  await clear();
  const deck = await makeDeck("Motto", "Build for the tide.");
  const [{ id: slideId }] = await slidesOf(deck);
  const add = { presentationId: deck.id, slideId, name: "Motto", tags: ["brand"] };
  const { slide: kept } = await service.api("POST", "/api/slide-library", add);
  const visit = await service.visit();
  const { page } = visit;
  await page.goto(`${service.base}/app/${deck.id}`);
  await row(page, 0).click();
  await page.keyboard.press("n");
  await page.getByRole("button", { name: "Slide library", exact: true }).press("Enter");
  const library = page.getByRole("dialog", { name: "Slide library" });
  await library.getByRole("option", { name: "Motto" }).waitFor();
  await library.getByLabel("Search name, tags and text").press("ArrowDown");
  await library.getByLabel("Name", { exact: true }).fill("Our motto");
  await library.getByLabel("Name", { exact: true }).press("Tab");
  await library.getByRole("option", { name: "Our motto" }).waitFor();
  await library.getByText("Linked", { exact: true }).click();
  await library.getByRole("option", { name: "Our motto" }).press("Enter");
  await until("two slides", async () => (await slidesOf(deck)).length === 2);

  const linked = (await slidesOf(deck))[1];
  assert.deepEqual(linked.library, { id: kept.id, revision: 1 });
  await page.getByText("Linked with “Our motto” in the library.").waitFor();
  await page.locator('.inspector [data-path="quote"] textarea').fill("Build for the flood.");
  const saving = await openSaving(page);
  await saving.getByText("Its content replaces “Our motto” in the library.").waitFor();
  await saving.getByRole("button", { name: "Update in library" }).click();
  await page.getByText("“Our motto” is updated in the library.").first().waitFor();
  const { slide: changed } = await service.api("GET", `/api/slide-library/${kept.id}`);
  assert.deepEqual([changed.revision, changed.content.quote], [2, "Build for the flood."]);
  await until("it has the new revision", async () => (await slidesOf(deck))[1].library.revision === 2);

  await openLibrary(page);
  await library.getByRole("button", { name: "Remove from library" }).click();
  assert.deepEqual(await visit.violations(), []);
  await library.getByRole("button", { name: "Remove", exact: true }).click();
  await library.getByText("Slides that everybody needs").waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("Its slide is no longer in the library.").waitFor();
  assert.equal((await slidesOf(deck)).length, 2);
  await visit.done();
});
