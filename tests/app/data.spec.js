// Data sources in the editor: a pasted table, shown on a chart, replaced from outside, removed.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { until } from "../lectern.js";
import { lectern } from "./visit.js";

const SLIDES = [
  {
    type: "chart-slide",
    content: { title: "Best: {{sales.region}}", chartType: "bar", data: "A,1\nB,2" },
  },
  {
    type: "list-slide",
    content: { title: "Regions", items: [{ title: "{{sales[*].region}}" }] },
  },
];

let service;
before(async () => {
  service = await lectern();
});
after(() => service?.stop());

const stored = async ({ id }) => (await service.api("GET", `/api/presentations/${id}`)).presentation;

/** The words of the slide on the canvas. */
const drawn = (page) =>
  page.evaluate(() => {
    const host = [...document.querySelectorAll("*")].find((element) => element.shadowRoot?.querySelector(".slide"));
    return host?.shadowRoot?.querySelector(".slide")?.textContent ?? "";
  });

test("a pasted table is shown on the slide, follows pushes, and can be undone and removed", async () => {
  const { presentation: deck } = await service.api("POST", "/api/presentations", {
    title: "Sales",
    language: "en-GB",
    slides: SLIDES,
  });
  const visit = await service.visit();
  const { page } = visit;
  await page.goto(`${service.base}/app/${deck.id}?slideId=${deck.slides[0].id}&panel=deck`);
  await page.getByRole("button", { name: "Add data" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Sales");
  await page.getByLabel("Table (CSV)").fill("region,total\nNorth,1200\nSouth,900\n");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("Begin the name with a lower-case letter").waitFor();
  await page.getByLabel("Name", { exact: true }).fill("sales");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await until("the title shows the value", async () => (await drawn(page)).includes("Best: North"));

  await page.getByRole("button", { name: "More for sales" }).click();
  await page.getByRole("menuitem", { name: "Show on this slide" }).click();
  await until("the chart is bound", async () =>
    (await stored(deck)).slides[0].content.data.includes("{{sales[*].total}}"),
  );
  await until("the chart shows the regions", async () => (await drawn(page)).includes("South"));
  assert.deepEqual(await visit.violations(), []);

  await service.api("PUT", `/api/presentations/${deck.id}/data/sales`, [
    { region: "Harbour", total: 7 },
    { region: "Hill", total: 3 },
  ]);
  await until("a push is seen at once", async () => (await drawn(page)).includes("Best: Harbour"));

  await page.getByRole("tab", { name: "Slide" }).click();
  await page.getByText("Data from sales, 2 rows").first().waitFor();

  await page.getByRole("tab", { name: "Deck" }).click();
  await page.getByRole("button", { name: "More for sales" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await until("the binding is shown again", async () => (await drawn(page)).includes("{{sales.region}}"));
  assert.equal((await stored(deck)).settings.data, undefined);
  await page.keyboard.press("Control+z");
  await until("undo brings the data back", async () => (await drawn(page)).includes("Best: Harbour"));
  await visit.done();
});
