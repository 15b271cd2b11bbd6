// The pictures that come with Lectern: found by words, chosen by mouse and by keys, drawn in outputs.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import JSZip from "jszip";
import { until } from "../lectern.js";
import { lectern, picturesLoaded } from "./visit.js";

let service;
before(async () => {
  service = await lectern();
});
after(() => service.stop());

async function deck() {
  const content = { title: "Harbour", body: "It was built for carts.", images: [{ src: "", alt: "" }] };
  const slides = [{ type: "image-text-slide", content }];
  const { presentation } = await service.api("POST", "/api/presentations", { title: "Tide", slides });
  return presentation.id;
}
const contentOf = async (id) => (await service.api("GET", `/api/presentations/${id}`)).presentation.slides[0].content;
const library = async () => (await service.api("GET", "/api/image-library")).images;
const pictureOf = async (id) => {
  await until("a picture", async () => (await contentOf(id)).images?.[0]?.src);
  return (await contentOf(id)).images[0];
};

async function editor(id, options) {
  const visit = await service.visit(options);
  await visit.page.addInitScript(() => localStorage.setItem("lectern.callouts", "text slide saved"));
  await visit.page.goto(`${service.base}/app/${id}`);
  await visit.page.locator(".frame .layer button").first().waitFor();
  return visit;
}

/** Selects the empty picture field by keys, and opens the library from its toolbar. Returns the dialog. */
async function openLibrary({ page }, [library, title] = ["Library", "Pictures"]) {
  await page.locator(".frame .layer .picture").first().focus();
  await page.keyboard.press("Enter");
  const button = page.locator(".frame").getByRole("button", { name: library, exact: true });
  await button.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.waitFor();
  return dialog;
}

/** The first slide as PNG. */
async function png(page, id) {
  const answer = await page.request.get(`${service.base}/api/presentations/${id}/export/png.zip`);
  assert.ok(answer.ok(), `PNG: ${answer.status()}`);
  const [file] = Object.values((await JSZip.loadAsync(await answer.body())).files);
  return file.async("nodebuffer");
}

test("an empty library shows Lectern's pictures; one that is found by a word is on the slide and in the export", async () => {
  const id = await deck();
  const visit = await editor(id);
  const { page } = visit;
  const empty = await png(page, id);
  const dialog = await openLibrary(visit);
  await until("the choice", () => dialog.getByRole("radio", { name: "Lectern’s pictures" }).isChecked());
  await until("all pictures", async () => (await dialog.getByRole("option").count()) === 60);
  await picturesLoaded(page);
  assert.deepEqual(await visit.violations(), []);

  await dialog.getByRole("textbox", { name: /Search/ }).fill("mountain");
  const first = dialog.getByRole("option").first();
  await until("those with the word", async () => (await dialog.getByRole("option").count()) < 20);
  assert.match(await first.getAttribute("aria-label"), /^Layers of mountains/);
  await first.click();
  await dialog.getByText("Free to use in every deck.").waitFor();
  await dialog.getByRole("button", { name: "Use this picture" }).click();
  await dialog.waitFor({ state: "detached" });

  const { src, alt } = await pictureOf(id);
  assert.match(src, /^\/uploads\/mountains-at-dawn-[\w-]+\.svg$/);
  assert.match(alt, /^Layers of mountains in the pink light/);
  await page.locator('.frame [role="img"][aria-label^="Layers of mountains"]').first().waitFor();
  const filled = await png(page, id);
  assert.ok(filled.length > empty.length + 5_000, `${filled.length} bytes with the picture, ${empty.length} without`);
  await visit.done();
});

test("keys alone choose a picture, and a second choice of it adds no copy", async () => {
  const before = (await library()).length;
  const places = [];
  for (const _ of [1, 2]) {
    const id = await deck();
    const visit = await editor(id);
    const { page } = visit;
    const dialog = await openLibrary(visit);
    const [own, bundled] = ["Your pictures", "Lectern’s pictures"].map((name) => dialog.getByRole("radio", { name }));
    await until("a source", async () => (await own.isChecked()) || (await bundled.isChecked()));
    await page.keyboard.press("Shift+Tab");
    if (await own.isChecked()) await page.keyboard.press("ArrowRight");
    assert.equal(await bundled.isChecked(), true);
    await page.keyboard.press("Tab");
    await page.keyboard.type("vuurtoren");
    await until("one picture", async () => (await dialog.getByRole("option").count()) === 1);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    places.push((await pictureOf(id)).src);
    await visit.done();
  }
  assert.match(places[0], /^\/uploads\/lighthouse-/);
  assert.equal(places[1], places[0]);
  const stored = await library();
  assert.equal(stored.length, before + 1);
  const copy = stored.find(({ tags }) => tags.includes("lectern-lighthouse"));
  assert.equal(copy.title, "Lighthouse");
  assert.deepEqual([copy.width, copy.height], [1920, 1080]);
});

test("the arrow keys move through the pictures, which have Dutch texts", async () => {
  const id = await deck();
  const visit = await editor(id, { locale: "nl-NL", scheme: "dark" });
  const { page } = visit;
  const dialog = await openLibrary(visit, ["Bibliotheek", "Afbeeldingen"]);
  await dialog.getByText("Van Lectern", { exact: true }).click();
  await until("all pictures", async () => (await dialog.getByRole("option").count()) === 60);
  await dialog.getByRole("option").first().focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  const chosen = dialog.getByRole("option", { selected: true });
  assert.equal(await chosen.getAttribute("aria-label"), "Glooiende heuvels met bomen in oranje, rood en goud");
  await picturesLoaded(page);
  assert.deepEqual(await visit.violations(), []);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  const { src, alt } = await pictureOf(id);
  assert.match(src, /autumn-hills/);
  assert.equal(alt, "Glooiende heuvels met bomen in oranje, rood en goud");
  await visit.done();
});
