// Pictures on the canvas: put into an empty picture field, placed beside a text, cropped to their frame.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { until } from "../lectern.js";
import { lectern } from "./visit.js";

let service;
before(async () => {
  service = await lectern();
});
after(() => service.stop());

/** A PNG of one pixel. */
const DOT = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const FILE = { name: "harbour.png", mimeType: "image/png", buffer: DOT };

/** Longer than the texts beside which a picture is wide by itself. */
const BODY = "It was built for carts, a hundred and forty years ago, when ships came once a week and nobody was in a hurry.";

async function deck(content) {
  const slides = [{ type: "image-text-slide", content: { title: "Harbour", body: BODY, ...content } }];
  const { presentation } = await service.api("POST", "/api/presentations", { title: "Tide", slides });
  return presentation.id;
}
const contentOf = async (id) => (await service.api("GET", `/api/presentations/${id}`)).presentation.slides[0].content;

async function editor(id, options) {
  const visit = await service.visit(options);
  await visit.page.addInitScript(() => localStorage.setItem("lectern.callouts", "text slide saved"));
  await visit.page.goto(`${service.base}/app/${id}`);
  await visit.page.locator(".frame .layer button").first().waitFor();
  return visit;
}
const invite = (page) => page.locator(".frame").getByRole("button", { name: /choose a picture/i });

/** A deck whose slide has a picture. */
async function withPicture() {
  const id = await deck({ images: [] });
  const visit = await editor(id);
  await invite(visit.page).click();
  const dialog = visit.page.getByRole("dialog", { name: "Pictures" });
  const choosing = visit.page.waitForEvent("filechooser");
  await dialog.getByRole("button", { name: "Add pictures" }).click();
  await (await choosing).setFiles(FILE);
  await dialog.getByRole("button", { name: "Use this picture" }).and(visit.page.locator(":focus")).waitFor();
  await visit.page.keyboard.press("Enter");
  await until("a picture", async () => (await contentOf(id)).images?.[0]?.src);
  return { id, visit };
}

test("a click on an empty place offers the pictures that come with Lectern, with their descriptions", async () => {
  const id = await deck({ images: [] });
  const visit = await editor(id);
  const { page } = visit;
  await invite(page).click();
  const dialog = page.getByRole("dialog", { name: "Pictures" });
  await dialog.getByText("Lectern’s pictures").click();
  await dialog.getByPlaceholder("Search title, tags and description").fill("lighthouse");
  await dialog.getByRole("option").first().waitFor();
  await page.keyboard.press("Enter");
  await until("a picture", async () => (await contentOf(id)).images?.[0]?.src);
  const [picture] = (await contentOf(id)).images;
  assert.match(picture.src, /^\/uploads\//);
  assert.notEqual(picture.alt ?? "", "");
  await dialog.waitFor({ state: "detached" });
  await invite(page).waitFor({ state: "detached" });
  await visit.done();
});

test("an empty place takes a picture by click, by paste and by drop", async () => {
  const { id, visit } = await withPicture();
  const { page } = visit;
  await invite(page).waitFor({ state: "detached" });
  const give = (kind) =>
    page.evaluate(
      ([kind, bytes]) => {
        const file = new File([Uint8Array.from(bytes)], "tide.png", { type: "image/png" });
        const given = new DataTransfer();
        given.items.add(file);
        const place = document.querySelector(".frame .layer .picture").getBoundingClientRect();
        const at = { clientX: place.x + place.width / 2, clientY: place.y + place.height / 2 };
        const shared = { bubbles: true, cancelable: true };
        const target = document.querySelector(".frame");
        if (kind === "paste")
          target.dispatchEvent(new ClipboardEvent("paste", { clipboardData: given, ...shared }));
        else target.dispatchEvent(new DragEvent("drop", { dataTransfer: given, ...at, ...shared }));
      },
      [kind, [...DOT]],
    );
  for (const kind of ["paste", "drop"]) {
    await page.keyboard.press("Control+z");
    await until("no picture", async () => !(await contentOf(id)).images?.[0]?.src);
    await invite(page).waitFor();
    await give(kind);
    await until(`a picture by ${kind}`, async () => (await contentOf(id)).images?.[0]?.src);
    assert.equal((await contentOf(id)).images.length, 1);
  }
  await visit.done();
});

test("the bar of a picture leaves the headline beside it free", async () => {
  const { visit } = await withPicture();
  const { page } = visit;
  const { x, y, width, height } = await page.locator('.layer [data-of="images.0.src"]').boundingBox();
  await page.mouse.click(x + width / 2, y + height / 2);
  const bar = page.getByRole("toolbar", { name: "Picture" });
  await bar.waitFor();
  const [one, other] = [await bar.boundingBox(), await page.locator('.layer [data-of="title"]').boundingBox()];
  assert.ok(one.y >= other.y + other.height || one.y + one.height <= other.y, JSON.stringify([one, other]));
  await visit.done();
});

test("a slide full of text has no empty place, and a reader none either", async () => {
  const id = await deck({ body: "word ".repeat(80), images: [] });
  const visit = await editor(id);
  await visit.page.locator('.layer [data-of="body"]').waitFor();
  assert.equal(await invite(visit.page).count(), 0);
  assert.deepEqual((await contentOf(id)).images, [], "nothing is stored by looking");
  await visit.done();
});

test("the edge of a picture is dragged to wide and narrow, in one step of undo each, and moved by keys", async () => {
  const { id, visit } = await withPicture();
  const { page } = visit;
  const edge = page.getByRole("slider", { name: "Width of the picture" });
  const drag = async (share) => {
    const frame = await page.locator(".frame").boundingBox();
    const { x, y, width, height } = await edge.boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(frame.x + frame.width * 0.45, y + height / 2, { steps: 4 });
    await page.mouse.move(frame.x + frame.width * share, y + height / 2, { steps: 4 });
    await page.mouse.up();
  };
  const is = (share) =>
    until(`the picture is ${share}`, async () => ((await contentOf(id)).imageWidth ?? "half") === share);
  const at = async () => (await edge.boundingBox()).x;
  const before = await at();
  await drag(0.62);
  await is("wide");
  await page.waitForFunction(
    (x) => document.querySelector(".frame [role=slider]").getBoundingClientRect().x > x + 20,
    before,
  );
  await drag(0.3);
  await is("narrow");
  await page.locator(".frame").click({ position: { x: 4, y: 4 } });
  await page.keyboard.press("Control+z");
  await is("wide");
  await edge.focus();
  await page.keyboard.press("ArrowLeft");
  await is("half");
  assert.equal(await edge.getAttribute("aria-valuetext"), "Half");
  assert.deepEqual(await visit.violations(), []);
  await visit.done();
});

test("a picture is cut to its place or shown whole, and its focus goes where one drags", async () => {
  const { id, visit } = await withPicture();
  const { page } = visit;
  await page.locator(".layer .picture").focus();
  await page.keyboard.press("Enter");
  const bar = page.getByRole("toolbar", { name: "Picture" });
  await bar.getByRole("button", { name: "Focus" }).click();
  const area = await page.locator(".frame .area").boundingBox();
  await page.mouse.move(area.x + area.width * 0.5, area.y + area.height * 0.5);
  await page.mouse.down();
  await page.mouse.move(area.x + area.width * 0.2, area.y + area.height * 0.75, { steps: 3 });
  await page.mouse.up();
  await until("the focus", async () => {
    const { focusX, focusY } = (await contentOf(id)).images[0];
    return Math.abs(focusX - 20) < 2 && Math.abs(focusY - 75) < 2;
  });
  await bar.getByRole("button", { name: "Crop" }).click();
  await until("the whole picture", async () => (await contentOf(id)).images[0].fit === "contain");
  await bar.getByRole("button", { name: "Crop" }).click();
  await until("a cut picture", async () => (await contentOf(id)).images[0].fit === "cover");
  await visit.done();
});

test("Delete after a click on a picture removes the picture, and Escape puts its bar away", async () => {
  const { id, visit } = await withPicture();
  const { page } = visit;
  const bar = page.getByRole("toolbar", { name: "Picture" });
  const place = page.locator('.layer [data-of="images.0.src"]');
  const click = async () => {
    const { x, y, width, height } = await place.boundingBox();
    await page.mouse.click(x + width / 2, y + height / 2);
    await bar.waitFor();
  };
  await page.locator('.slides [role="option"]').first().click();
  await page.keyboard.press("Control+d");
  await page.locator('.slides [role="option"]').nth(1).waitFor();
  await page.locator('.slides [role="option"]').first().click();
  await place.waitFor();
  await click();
  await page.keyboard.press("Escape");
  await bar.waitFor({ state: "detached" });
  await click();
  await page.keyboard.press("Delete");
  await until("without the picture", async () => !(await contentOf(id)).images?.[0]?.src);
  assert.equal(await page.locator('.slides [role="option"]').count(), 2, "no slide is deleted");
  await page.keyboard.press("Control+z");
  await until("with the picture", async () => (await contentOf(id)).images?.[0]?.src);
  await visit.done();
});
