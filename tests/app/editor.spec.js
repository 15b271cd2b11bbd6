// The editor as a person uses it: by keyboard, in place, with others, and without a network.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { lectern } from "./set-up.js";

const BRAM = {
  email: "bram@tide.test",
  name: "Bram de Wit",
  password: "long enough too",
};

let service;
before(async () => {
  service = await lectern();
  await service.api("POST", "/api/admin/users", BRAM);
});
after(() => service.stop());

const slide = (type, content) => ({ type, content });
const points = (...titles) => titles.map((title) => ({ title }));

/** A deck of its own for a test. */
async function deck(...slides) {
  const { presentation } = await service.api("POST", "/api/presentations", {
    title: "Tide",
    slides,
  });
  return presentation.id;
}
const stored = async (id) =>
  (await service.api("GET", `/api/presentations/${id}`)).presentation;
const titles = (presentation) =>
  presentation.slides.map(({ content }) => content.title ?? content.question);

/** Opens the editor of a deck and waits until the slide is drawn. */
async function editor(id, options = {}) {
  const visit = await service.visit(options);
  await visit.page.addInitScript(() =>
    localStorage.setItem("lectern.callouts", "text slide saved"),
  );
  await visit.page.goto(`${service.base}/app/${id}`);
  await visit.page.locator(".frame .layer button").first().waitFor();
  return visit;
}
const rows = (page) =>
  page.getByRole("listbox", { name: "Slides" }).getByRole("option");
const isSaved = (page) => page.locator('[data-save="saved"]').waitFor();
const node = (page, name) =>
  page.locator(".layer").getByRole("button", { name });

/** Clicks where a text of the slide is drawn. */
async function click(page, name) {
  const box = await node(page, name).boundingBox();
  await page.mouse.click(
    box.x + Math.min(60, box.width / 2),
    box.y + box.height / 2,
  );
}

test("a deck is written without a mouse", async () => {
  const id = await deck(slide("title-slide", { title: "Untitled" }));
  const visit = await editor(id);
  const { page } = visit;
  await rows(page).first().focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Water for every street");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  assert.equal(
    await page.evaluate(() => document.activeElement.getAttribute("role")),
    "option",
  );

  // A second slide by the type picker.
  await page.keyboard.press("n");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.type("list");
  await page.getByRole("option", { name: /^List/ }).first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const box = page.locator(".frame textarea");
  await box.waitFor();
  await page.keyboard.type("Four rules");
  await page.keyboard.press("Escape");
  await isSaved(page);
  assert.deepEqual(titles(await stored(id)), [
    "Water for every street",
    "Four rules",
  ]);

  // Up it goes, and away and back.
  await rows(page).nth(1).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await isSaved(page);
  assert.deepEqual(titles(await stored(id)), [
    "Four rules",
    "Water for every street",
  ]);
  await page.keyboard.press("Delete");
  assert.equal(await rows(page).count(), 1);
  await page.keyboard.press("Control+z");
  assert.equal(await rows(page).count(), 2);
  await isSaved(page);
  assert.deepEqual(titles(await stored(id)), [
    "Four rules",
    "Water for every street",
  ]);
  await visit.done();
});

test("a text is changed where it stands, and points are added with Enter", async () => {
  const id = await deck(
    slide("list-slide", { title: "Rules", items: points("One", "Two") }),
  );
  const visit = await editor(id);
  const { page } = visit;
  await click(page, /Two/);
  const box = page.locator(".frame textarea");
  await box.waitFor();
  assert.equal(await box.inputValue(), "Two");
  await page.keyboard.press("End");
  await page.keyboard.type(" lanes");
  await page.keyboard.press("Enter");
  await page.waitForFunction(
    () => document.querySelector(".frame textarea")?.value === "",
  );
  await page.keyboard.type("Three");
  await page.keyboard.press("Escape");
  await isSaved(page);
  assert.deepEqual(
    (await stored(id)).slides[0].content.items,
    points("One", "Two lanes", "Three"),
  );
  // The server drew what was typed.
  await node(page, /Three/).waitFor();
  await visit.done();
});

test("undo and redo go by what was done, also after a reload", async () => {
  const id = await deck(
    slide("content-slide", { title: "First" }),
    slide("content-slide", { title: "Second" }),
  );
  const visit = await editor(id);
  const { page } = visit;
  const field = page.getByRole("textbox", { name: /^Headline/ });
  await field.fill("First, changed");
  await field.blur();
  await rows(page).nth(1).click();
  await page.keyboard.press("Control+d");
  assert.equal(await rows(page).count(), 3);
  await isSaved(page);
  await page.reload();
  await page.locator(".frame .layer button").first().waitFor();
  await page.getByRole("button", { name: /^Undo/ }).click();
  assert.equal(await rows(page).count(), 2);
  await page.getByRole("button", { name: /^Undo/ }).click();
  await isSaved(page);
  assert.deepEqual(titles(await stored(id)), ["First", "Second"]);
  await page.getByRole("button", { name: /^Redo/ }).click();
  await isSaved(page);
  assert.deepEqual(titles(await stored(id)), ["First, changed", "Second"]);
  await visit.done();
});

test("slides are dragged to another place", async () => {
  const id = await deck(
    ...["One", "Two", "Three"].map((title) =>
      slide("content-slide", { title }),
    ),
  );
  const visit = await editor(id);
  const { page } = visit;
  const [from, to] = [
    await rows(page).nth(0).boundingBox(),
    await rows(page).nth(2).boundingBox(),
  ];
  await page.mouse.move(from.x + 80, from.y + 40);
  await page.mouse.down();
  await page.mouse.move(from.x + 80, from.y + 60, { steps: 4 });
  await page.mouse.move(to.x + 80, to.y + to.height - 8, { steps: 8 });
  await page.mouse.up();
  await page.waitForFunction(() =>
    document
      .querySelectorAll('.slides [role="option"]')[2]
      ?.getAttribute("aria-label")
      ?.includes("One"),
  );
  await isSaved(page);
  assert.deepEqual(titles(await stored(id)), ["Two", "Three", "One"]);
  await visit.done();
});

test("slides are copied from one deck into another", async () => {
  const [from, to] = [
    await deck(slide("content-slide", { title: "Taken" })),
    await deck(slide("content-slide", { title: "Own" })),
  ];
  const visit = await editor(from);
  const { page, context } = visit;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await rows(page).first().focus();
  await page.keyboard.press("Control+c");
  await page.goto(`${service.base}/app/${to}`);
  await page.locator(".frame .layer button").first().waitFor();
  await rows(page).first().focus();
  await page.keyboard.press("Control+v");
  await page.waitForFunction(
    () => document.querySelectorAll('.slides [role="option"]').length === 2,
  );
  await isSaved(page);
  assert.deepEqual(titles(await stored(to)), ["Own", "Taken"]);
  await visit.done();
});

test("two people write at once and nothing is lost", async () => {
  const id = await deck(
    slide("content-slide", { title: "Alpha", subheading: "Low water" }),
    slide("content-slide", { title: "Beta" }),
  );
  const [one, two] = [await editor(id), await editor(id)];
  await one.page
    .getByRole("textbox", { name: /^Headline/ })
    .fill("Alpha by one");
  await rows(two.page).nth(1).click();
  await two.page
    .getByRole("textbox", { name: /^Headline/ })
    .fill("Beta by two");
  await Promise.all([isSaved(one.page), isSaved(two.page)]);
  await one.page.waitForFunction(() =>
    document
      .querySelectorAll('.slides [role="option"]')[1]
      ?.getAttribute("aria-label")
      ?.includes("Beta by two"),
  );
  await two.page.waitForFunction(() =>
    document
      .querySelectorAll('.slides [role="option"]')[0]
      ?.getAttribute("aria-label")
      ?.includes("Alpha by one"),
  );
  assert.deepEqual(titles(await stored(id)), ["Alpha by one", "Beta by two"]);
  await Promise.all([one.done(), two.done()]);
});

test("the same text changed by two is shown as a conflict, and the person decides", async () => {
  const id = await deck(slide("content-slide", { title: "Tide" }));
  const visit = await editor(id, {
    mayFail: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
  });
  const { page, context } = visit;
  const field = page.getByRole("textbox", { name: /^Headline/ });
  // The bar is whole: nothing is still on its way when the network goes.
  await page.getByRole("button", { name: /^Export/ }).waitFor();
  await context.setOffline(true);
  await field.fill("Ebb");
  await field.blur();
  await page.locator('[data-save="kept"]').waitFor();
  const before = await stored(id);
  before.slides[0].content.title = "Flood";
  await service.api("PUT", `/api/presentations/${id}`, {
    slides: before.slides,
  });
  await context.setOffline(false);
  const bar = page.locator("[data-conflict]");
  await bar.waitFor();
  assert.equal(titles(await stored(id))[0], "Flood");
  assert.equal(await field.inputValue(), "Ebb");
  await bar.getByRole("button", { name: "Keep mine" }).click();
  await bar.waitFor({ state: "detached" });
  await isSaved(page);
  assert.equal(titles(await stored(id))[0], "Ebb");
  await visit.done();
});

test("writing goes on without a network, and everything is sent when it returns", async () => {
  const id = await deck(
    slide("content-slide", { title: "Before" }),
    slide("content-slide", { title: "Other" }),
  );
  const visit = await editor(id, {
    mayFail: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
  });
  const { page, context } = visit;
  // The bar is whole: nothing is still on its way when the network goes.
  await page.getByRole("button", { name: /^Export/ }).waitFor();
  await context.setOffline(true);
  await page
    .getByRole("textbox", { name: /^Headline/ })
    .fill("Written offline");
  await page.locator('[data-save="kept"]').waitFor();
  await page.getByText("You are offline.").waitFor();
  await rows(page).nth(1).click();
  await page.keyboard.press("Alt+ArrowUp");
  await context.setOffline(false);
  await isSaved(page);
  assert.deepEqual(titles(await stored(id)), ["Other", "Written offline"]);
  await visit.done();
});

/** The editor as Bram sees it. */
async function bramsEditor(id) {
  const visit = await service.visit({ signedIn: false });
  const { email, password } = BRAM;
  await visit.context.request.post(`${service.base}/api/auth/login`, {
    data: { email, password },
  });
  await visit.page.goto(`${service.base}/app/${id}`);
  await visit.page.locator(".frame .layer button").first().waitFor();
  return visit;
}
const share = (id, permission) =>
  service.api("POST", `/api/presentations/${id}/collaborators`, {
    email: BRAM.email,
    permission,
  });

test("people see where the others are", async () => {
  const id = await deck(
    slide("content-slide", { title: "Alpha" }),
    slide("content-slide", { title: "Beta" }),
  );
  await share(id, "edit");
  const [ada, bram] = [await editor(id), await bramsEditor(id)];
  await rows(bram.page).nth(1).click();
  await ada.page
    .getByRole("button", { name: "Bram de Wit is on slide 2" })
    .click();
  await ada.page
    .getByRole("option", { name: /Beta, Bram de Wit is here/, selected: true })
    .waitFor();
  await Promise.all([ada.done(), bram.done()]);
});

test("a slide that somebody else deletes can be put back", async () => {
  const id = await deck(
    slide("content-slide", { title: "Alpha" }),
    slide("content-slide", { title: "Beta" }),
  );
  await share(id, "edit");
  const [ada, bram] = [await editor(id), await bramsEditor(id)];
  await rows(bram.page).first().focus();
  await bram.page.keyboard.press("Delete");
  await ada.page.getByText(/deleted this slide/).waitFor();
  await ada.page.getByRole("button", { name: "Put it back" }).click();
  await isSaved(ada.page);
  assert.deepEqual(titles(await stored(id)), ["Alpha", "Beta"]);
  await Promise.all([ada.done(), bram.done()]);
});

test("a reader sees the deck and is offered a copy instead of changes", async () => {
  const id = await deck(slide("content-slide", { title: "Read me" }));
  await share(id, "view");
  const visit = await bramsEditor(id);
  const { page } = visit;
  await page.getByText("You can view").waitFor();
  await click(page, /Read me/);
  assert.equal(await page.locator(".frame textarea").count(), 0);
  await rows(page).first().focus();
  await page.keyboard.press("Delete");
  assert.equal(await rows(page).count(), 1);
  assert.deepEqual(await visit.violations(), []);
  await page.getByRole("button", { name: "Make a copy" }).click();
  await page.getByRole("button", { name: "Present", exact: true }).waitFor();
  await visit.done();
});

test("typing on a chosen text goes on at its end", async () => {
  const id = await deck(slide("content-slide", { title: "Low" }));
  const visit = await editor(id);
  const { page } = visit;
  await node(page, /Low/).focus();
  await page.keyboard.type("er");
  await page.keyboard.press("Control+Enter");
  await isSaved(page);
  assert.deepEqual(titles(await stored(id)), ["Lower"]);
  await visit.done();
});

test("a table that is pasted becomes a slide", async () => {
  const id = await deck(slide("content-slide", { title: "Low" }));
  const visit = await editor(id);
  const { page, context } = visit;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(() =>
    navigator.clipboard.writeText("Ward\tLeaks\nNorth\t42\nMill\t17"),
  );
  await rows(page).first().focus();
  await page.keyboard.press("Control+v");
  await page.getByRole("button", { name: "As chart" }).click();
  await page.waitForFunction(() =>
    document
      .querySelector(".frame .drawn")
      ?.shadowRoot?.querySelector('[data-kind="chart"]'),
  );
  await isSaved(page);
  assert.equal(
    (await stored(id)).slides[1].content.data,
    "Ward,Leaks\nNorth,42\nMill,17",
  );
  await visit.done();
});

for (const [width, scheme] of [
  [1440, "light"],
  [1440, "dark"],
  [390, "light"],
  [900, "dark"],
]) {
  test(`the editor is without barriers at ${width}, ${scheme}`, async () => {
    const id = await deck(
      slide("list-slide", {
        title: "Rules",
        items: points("One", "Two", "Three"),
      }),
      slide("chart-slide", {
        title: "Leaks",
        chartType: "line",
        data: "Month,North\nJan,42\nFeb,39",
      }),
      slide("code-slide", {
        title: "Code",
        language: "rust",
        code: "fn main() {}",
      }),
    );
    const visit = await editor(id, { width, scheme });
    const { page } = visit;
    for (const at of [0, 1, 2]) {
      await rows(page).nth(at).click();
      await page.waitForTimeout(400);
      assert.deepEqual(await visit.violations(), [], `slide ${at + 1}`);
    }
    assert.equal(
      await page.evaluate(
        () => document.documentElement.scrollWidth <= innerWidth,
      ),
      true,
      "no sideways scroll",
    );
    await visit.done();
  });
}
