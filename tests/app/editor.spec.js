// The editor as a person uses it: by keyboard, in place, with others, and without a network.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { lectern } from "./visit.js";

const BRAM = {
  email: "bram@tide.test",
  name: "Bram de Wit",
  password: "long enough too",
};

/** A PNG of one pixel. */
const DOT =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let service;
before(async () => {
  service = await lectern();
  await service.api("POST", "/api/admin/users", BRAM);
});
after(() => service.stop());

const slide = (type, content) => ({ type, content });
const points = (...titles) => titles.map((title) => ({ title }));

/** Creates a deck and returns its id. */
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

test("edits are stored in the browser before they are sent", async () => {
  const id = await deck(slide("content-slide", { title: "Tide" }));
  const visit = await editor(id);
  const { page } = visit;
  // Another page writes into the storage of the browser for a while.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open("lectern-editor");
        opening.onsuccess = () => {
          const store = opening.result
            .transaction("kept", "readwrite")
            .objectStore("kept");
          const hold = () => {
            if (!window.released) store.count().onsuccess = hold;
          };
          hold();
          resolve();
        };
      }),
  );
  const sent = page.waitForRequest(/\/edits$/).then(() => "sent");
  await page
    .getByRole("textbox", { name: /^Supporting line/ })
    .fill("High water");
  const first = await Promise.race([
    sent,
    page.waitForTimeout(1200).then(() => "not sent"),
  ]);
  assert.equal(first, "not sent", "a reload now would send it under its number");
  await page.evaluate(() => (window.released = true));
  await sent;
  await isSaved(page);
  assert.equal((await stored(id)).slides[0].content.subheading, "High water");
  await visit.done();
});

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

  // Move it up, delete it, undo.
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

test("Escape twice at once leaves the text and the slide", async () => {
  const id = await deck(slide("title-slide", { title: "Tide" }));
  const visit = await editor(id);
  const { page } = visit;
  await node(page, /Tide/).focus();
  await page.keyboard.press("Enter");
  await page.locator(".frame textarea").waitFor();
  // Both keys in one task, so that nothing that the first one started has run before the second.
  await page.evaluate(() => {
    const escape = () => new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(escape());
    document.activeElement.blur();
    document.activeElement.dispatchEvent(escape());
  });
  await page.waitForFunction(() => document.activeElement.getAttribute("role") === "option");
  await visit.done();
});

test("a text is changed on the slide, and list items are added with Enter", async () => {
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

test("Enter moves from the last text on the slide to the next empty one", async () => {
  const id = await deck(slide("title-slide", { title: "Tide" }));
  const visit = await editor(id);
  const { page } = visit;
  await node(page, /Tide/).focus();
  await page.keyboard.press("Enter");
  await page.locator(".frame textarea").waitFor();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() =>
    document.activeElement.matches('.frame [placeholder="Supporting line"]'),
  );
  await page.keyboard.type("Twice a day");
  await node(page, /Twice a day/).waitFor();
  await isSaved(page);
  const { content } = (await stored(id)).slides[0];
  assert.deepEqual(
    [content.title, content.subheading],
    ["Tide", "Twice a day"],
  );
  await visit.done();
});

test("undo and redo go action by action, also after a reload", async () => {
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

test("slides are dragged to another position", async () => {
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

test("after a reload the page waits for the page before it, and has its undo steps", async () => {
  const id = await deck(slide("title-slide", { title: "Tide" }));
  const visit = await editor(id);
  const { page } = visit;
  await click(page, /Tide/);
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Ebb");
  await page.keyboard.press("Escape");
  await isSaved(page);
  // Another page gets the lock of the tab when the tab reloads, like an old page that is slow to end.
  const slow = await visit.page.context().newPage();
  await slow.goto(`${service.base}/app`);
  const client = await page.evaluate((id) => sessionStorage.getItem(`lectern.client.${id}`), id);
  await slow.evaluate((client) => {
    const held = new Promise((resolve) => (window.release = resolve));
    void navigator.locks.request(`lectern-client-${client}`, () => held);
  }, client);
  await page.reload();
  await page.waitForFunction(
    async (client) => (await navigator.locks.query()).pending.some(({ name }) => name.endsWith(client)),
    client,
  );
  await slow.evaluate(() => window.release());
  await page.locator(".frame .layer button").first().waitFor();
  assert.equal(await page.evaluate((id) => sessionStorage.getItem(`lectern.client.${id}`), id), client);
  await page.keyboard.press("Control+z");
  await isSaved(page);
  assert.deepEqual(titles(await stored(id)), ["Tide"]);
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

test("the same text changed by two people is shown as a conflict, and the person decides", async () => {
  const id = await deck(slide("content-slide", { title: "Tide" }));
  const visit = await editor(id, {
    mayFail: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
  });
  const { page, context } = visit;
  const field = page.getByRole("textbox", { name: /^Headline/ });
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

test("slides that could not be drawn offline are drawn when the network is back", async () => {
  const id = await deck(slide("content-slide", { title: "Before" }));
  const visit = await editor(id, {
    mayFail: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
  });
  const { page, context } = visit;
  await context.setOffline(true);
  await page.getByRole("textbox", { name: /^Headline/ }).fill("Ebb and flow");
  await page.locator('[data-save="kept"]').waitFor();
  await context.setOffline(false);
  await node(page, /Ebb and flow/).waitFor();
  await visit.done();
});

test("a panel that failed to load is loaded later, with its style", async () => {
  const id = await deck(slide("content-slide", { title: "Tide" }));
  const visit = await service.visit({ mayFail: /ERR_FAILED/ });
  const { page, context } = visit;
  const lost = /assets\/(ExportMenu|DeckPanel)[^/]*$/;
  await context.route(lost, (route) => route.abort());
  await page.goto(`${service.base}/app/${id}?panel=deck`);
  const notice = page.getByText("Part of this page did not load.");
  await notice.waitFor();
  await page.getByRole("button", { name: "Reload the page" }).waitFor();
  await context.unroute(lost);
  await page.getByRole("heading", { name: "Theme" }).waitFor();
  await page.getByRole("button", { name: /^Export/ }).waitFor();
  await notice.waitFor({ state: "detached" });
  const styled = await page.evaluate(() =>
    [...document.querySelectorAll("link[rel=stylesheet]")].filter(
      ({ href, sheet }) => /DeckPanel/.test(href) && sheet,
    ),
  );
  assert.equal(styled.length, 1);
  await visit.done();
});

test("a deck without slides shows the next slide that it gets", async () => {
  const id = await deck(slide("content-slide", { title: "Alone" }));
  const visit = await editor(id);
  const { page } = visit;
  await rows(page).first().focus();
  await page.keyboard.press("Delete");
  await page.getByText("An empty deck").waitFor();
  await page.keyboard.press("Control+z");
  await node(page, /Alone/).waitFor();
  await isSaved(page);
  await visit.done();
});

test("custom HTML has its own style on the canvas and in the list while it is typed", async () => {
  const id = await deck(
    slide("content-slide", { title: "Plain" }),
    slide("custom-html-slide", {
      html: '<p class="sign">Quay</p>',
      css: ".sign { color: rgb(1, 2, 3) }",
    }),
  );
  const visit = await service.visit();
  const { page } = visit;
  await page.goto(`${service.base}/app/${id}`);
  await rows(page).nth(1).click();
  const colours = (expected) =>
    page.waitForFunction((expected) => {
      const shown = [...document.querySelectorAll(".frame .drawn, .mirror")]
        .map((host) => host.shadowRoot?.querySelector(".sign"))
        .map((sign) => sign && getComputedStyle(sign).color);
      return shown.length === 2 && shown.every((colour) => colour === expected);
    }, expected);
  await colours("rgb(1, 2, 3)");
  const css = page.getByRole("textbox", { name: /CSS/ });
  await css.click();
  await page.keyboard.press("Control+A");
  await page.keyboard.type(".sign { color: rgb(4, 5, 6) }");
  await colours("rgb(4, 5, 6)");
  await visit.done();
});

test("a picture that is dropped on a slide is one step of undo", async () => {
  const id = await deck(
    slide("image-text-slide", { title: "Quay", images: [] }),
  );
  const visit = await editor(id);
  const { page } = visit;
  const drag = (type, onto) =>
    page.evaluate(
      ({ type, onto, dot }) => {
        const bytes = Uint8Array.from(atob(dot), (sign) => sign.charCodeAt(0));
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(
          new File([bytes], "dot.png", { type: "image/png" }),
        );
        const event = { bubbles: true, cancelable: true, dataTransfer };
        document.querySelector(onto).dispatchEvent(new DragEvent(type, event));
      },
      { type, onto, dot: DOT },
    );
  const pictures = async () => (await stored(id)).slides[0].content.images;
  await drag("dragover", ".ground");
  await page.getByText("As picture").waitFor();
  await drag("drop", ".zone");
  const emptyPlace = page.locator(".frame .invite");
  await emptyPlace.waitFor({ state: "detached" });
  await isSaved(page);
  assert.equal((await pictures()).length, 1);
  await page.keyboard.press("Control+z");
  await emptyPlace.waitFor();
  await isSaved(page);
  assert.deepEqual(await pictures(), []);
  await visit.done();
});

test("a picture pasted on a slide without a picture field becomes a slide", async () => {
  const id = await deck(slide("list-slide", { title: "Rules" }));
  const visit = await editor(id);
  const { page } = visit;
  await rows(page).first().focus();
  await page.evaluate((dot) => {
    const bytes = Uint8Array.from(atob(dot), (sign) => sign.charCodeAt(0));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(
      new File([bytes], "dot.png", { type: "image/png" }),
    );
    const event = { bubbles: true, cancelable: true, clipboardData };
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", event));
  }, DOT);
  await page.locator(".layer .picture").waitFor();
  await isSaved(page);
  const [, made] = (await stored(id)).slides;
  assert.equal(made.type, "eu.svc.slide.image");
  assert.match(made.content.image, /^\/uploads\//);
  await visit.done();
});

test("a finding of design offers what to do, and follows the deck", async () => {
  const list = (title) =>
    slide("list-slide", {
      title,
      items: points("One street at a time", "Tell people", "Keep a way", "Tidy up"),
    });
  const paragraph =
    "The mains in the north date from 1931 and a single valve feeds four wards, so that every repair closes the street for a week and the water for a day.";
  const full = { title: "Why", body: Array(8).fill(paragraph).join("\n\n") };
  const id = await deck(list("A"), list("B"), list("C"), slide("content-slide", full));
  const visit = await editor(id);
  const { page } = visit;
  const thrice = page.getByText("The third slide in a row with this layout.");
  const is = (hint, state) => hint.first().waitFor({ state });

  await rows(page).nth(2).click();
  await is(thrice, "visible");
  await page.getByRole("button", { name: "Another type" }).click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");

  // The hint disappears when a slide before its slide is deleted, and returns when that is undone.
  await rows(page).nth(0).click();
  await page.keyboard.press("Delete");
  await rows(page).nth(1).click();
  await is(thrice, "hidden");
  await page.keyboard.press("Control+z");
  await rows(page).nth(2).click();
  await is(thrice, "visible");

  // A full slide is split in two.
  await rows(page).nth(3).click();
  await page.getByText(/too small for a hall|Too much text/).first().waitFor();
  await page.getByRole("button", { name: "Split slide" }).click();
  await isSaved(page);
  const { slides } = await stored(id);
  assert.deepEqual(
    slides.slice(3).map(({ content }) => content.body.split("\n\n").length),
    [4, 4],
  );
  await visit.done();
});

test("text is found with the keyboard alone, and Enter goes to it", async () => {
  const id = await deck(
    slide("content-slide", { title: "First" }),
    slide("content-slide", { title: "High water" }),
  );
  const visit = await editor(id);
  const { page } = visit;
  await rows(page).first().focus();
  await page.keyboard.press("/");
  await page.getByRole("dialog").waitFor();
  await page.waitForFunction(() => document.activeElement.type === "search");
  await page.keyboard.type("high");
  await page.getByText("High water").last().waitFor();
  await page.keyboard.press("Enter");
  const box = page.locator(".frame textarea");
  await box.waitFor();
  assert.equal(await box.inputValue(), "High water");
  await visit.done();
});

test("on a phone the deck is exported from the menu, with the last letter typed", async () => {
  const id = await deck(slide("content-slide", { title: "Before" }));
  const visit = await editor(id, { width: 390 });
  const { page } = visit;
  await page.getByRole("textbox", { name: /^Headline/ }).fill("On the phone");
  await page.getByRole("button", { name: "More" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: /^Deck data/ }).click(),
  ]);
  assert.match(await readFile(await file.path(), "utf8"), /On the phone/);
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
  const another = await ada.context.newPage();
  await another.goto(`${service.base}/app/${id}`);
  await rows(another).nth(1).click();
  await rows(bram.page).nth(1).click();
  await ada.page
    .getByRole("button", { name: "Bram de Wit is on slide 2" })
    .click();
  await ada.page
    .getByRole("option", { name: /Beta, Bram de Wit is here/, selected: true })
    .waitFor();
  // A second tab of the same person is not another person.
  const people = ada.page.getByRole("list", { name: "People here" });
  assert.equal(await people.getByRole("button").count(), 1);
  await Promise.all([ada.done(), bram.done()]);
});

test("a slide that somebody else deletes can be restored", async () => {
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

test("typing on a selected text continues at its end", async () => {
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
  test(`the editor is accessible at ${width}, ${scheme}`, async () => {
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
