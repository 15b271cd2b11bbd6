// Stars and folders in the deck list.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { lectern, picturesLoaded } from "./visit.js";

let service;
before(async () => {
  service = await lectern();
});
after(() => service?.stop());

const card = (page, title) =>
  page.getByRole("link", { name: title, exact: true });
const folders = (page) => page.getByRole("list", { name: "Folders" });
const shown = (page) =>
  page
    .locator("[data-card]")
    .evaluateAll((cards) => cards.map((each) => each.textContent).sort());

/** Decks of these titles and no others. */
async function onlyDecks(...titles) {
  const list = await service.api("GET", "/api/presentations?limit=100");
  for (const { id } of list.presentations)
    await service.api("DELETE", `/api/presentations/${id}`);
  for (const title of titles)
    await service.api("POST", "/api/presentations", { title, slides: [] });
}

async function choose(page, title, entry) {
  await page
    .getByRole("listitem")
    .filter({ has: card(page, title) })
    .hover();
  await page.getByRole("button", { name: `More for ${title}` }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

test("a deck gets a star by key and by menu, and the tab of stars shows it", async () => {
  await onlyDecks("Harbour plan", "Budget");
  const visit = await service.visit();
  const { page } = visit;
  await page.goto(`${service.base}/app`);
  await card(page, "Budget").focus();
  assert.equal(await page.getByRole("tab", { name: "Starred" }).count(), 0);
  await page.keyboard.press("s");
  await page.getByRole("tab", { name: "Starred 1" }).click();
  await card(page, "Harbour plan").waitFor({ state: "detached" });
  assert.deepEqual(await shown(page), ["Budget"]);
  assert.deepEqual(await visit.violations(), []);
  await page.reload();
  await card(page, "Budget").waitFor();
  await choose(page, "Budget", "Remove star");
  await page.getByRole("tab", { name: "Starred 0" }).waitFor();
  await page.reload();
  await page.getByText("No deck has a star.").waitFor();
  await page.getByRole("button", { name: "Show all decks" }).click();
  await card(page, "Harbour plan").waitFor();
  await visit.done();
});

for (const width of [1440, 390]) {
  test(`decks are put into folders, found there, and taken out, ${width} wide`, async () => {
    await onlyDecks("Harbour plan", "Budget", "Pitch");
    const visit = await service.visit({ width });
    const { page } = visit;
    await page.goto(`${service.base}/app`);
    await card(page, "Budget").waitFor();
    await choose(page, "Budget", "Move to folder…");
    const dialog = page.getByRole("dialog", { name: "Move to folder" });
    await dialog.getByLabel("New folder").fill("Board / 2031");
    assert.deepEqual(await visit.violations(), []);
    await page.keyboard.press("Enter");
    await page.getByText("“Budget” is in “Board / 2031”.").waitFor();

    await choose(page, "Pitch", "Move to folder…");
    await dialog.getByRole("button", { name: "Board / 2031" }).click();
    const folder = folders(page).getByRole("button", {
      name: "Board / 2031 2",
    });
    await folder.click();
    await card(page, "Harbour plan").waitFor({ state: "detached" });
    assert.deepEqual(await shown(page), ["Budget", "Pitch"]);
    assert.deepEqual(await visit.violations(), []);
    await page.reload();
    await card(page, "Budget").waitFor();

    await folders(page)
      .getByRole("button", { name: "More for Board / 2031" })
      .click();
    await page.getByRole("menuitem", { name: "Rename folder" }).click();
    const name = page.getByRole("textbox", { name: "Rename folder" });
    await name.waitFor();
    await name.fill("Board");
    await page.keyboard.press("Enter");
    await folders(page).getByRole("button", { name: "Board 2" }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get("folder"), "Board");
    await card(page, "Budget").waitFor();

    await choose(page, "Budget", "Move to folder…");
    await dialog.getByRole("button", { name: "No folder" }).click();
    await card(page, "Budget").waitFor({ state: "detached" });
    await choose(page, "Pitch", "Move to folder…");
    await dialog.getByRole("button", { name: "No folder" }).click();
    await page.getByText("This folder is empty.").waitFor();
    await page.getByRole("button", { name: "Show all decks" }).click();
    await card(page, "Harbour plan").waitFor();
    assert.deepEqual(await shown(page), ["Budget", "Harbour plan", "Pitch"]);
    assert.equal(await folders(page).count(), 0);
    await visit.done();
  });
}

test("several decks move at once, one is dragged, and a removed folder keeps its decks", async () => {
  await onlyDecks("Harbour plan", "Budget", "Pitch");
  const visit = await service.visit();
  const { page } = visit;
  await page.goto(`${service.base}/app`);
  await card(page, "Budget").focus();
  await page.keyboard.press("x");
  await card(page, "Pitch").click();
  await page.getByRole("button", { name: "Move", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Move to folder" });
  await dialog.getByLabel("New folder").fill("Sales");
  await page.keyboard.press("Enter");
  await page.getByText("2 decks are in “Sales”.").waitFor();
  await picturesLoaded(page);

  const folder = folders(page).getByRole("button", { name: "Sales 2" });
  await card(page, "Harbour plan").dragTo(folder);
  await page.getByText("“Harbour plan” is in “Sales”.").waitFor();
  await folders(page).getByRole("button", { name: "Sales 3" }).click();
  await folders(page).getByRole("button", { name: "More for Sales" }).click();
  await page.getByRole("menuitem", { name: /^Remove folder/ }).click();
  await folders(page).waitFor({ state: "detached" });
  await card(page, "Harbour plan").waitFor();
  assert.deepEqual(await shown(page), ["Budget", "Harbour plan", "Pitch"]);
  await visit.done();
});
