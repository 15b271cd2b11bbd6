// How pages use their room and keep still: the share of the slide, notes that fold, messages and tips that move and cover
// nothing, titles that break as they will be shown, and where the focus of a dialog goes.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { until } from "../lectern.js";
import { lectern } from "./visit.js";

const TITLE = "The harbour after the heavy storm of last winter";
const SLIDES = [
  { type: "title", content: { title: TITLE, subtitle: "What we repair first" }, notes: "Welcome everybody." },
  {
    type: "list",
    content: { title: "Four rules", items: [{ title: "Keep one lane open" }, { title: "Tell people" }] },
  },
];

let service;
before(async () => {
  service = await lectern();
});
after(() => service?.stop());

async function deck(slides = SLIDES) {
  return (await service.api("POST", "/api/presentations", { title: "Harbour plan", language: "en", slides }))
    .presentation;
}

/** Opens a deck in the editor, as someone who has seen the tips unless told otherwise. */
async function edited(options = {}, { tips = false } = {}) {
  const { id } = await deck();
  const visit = await service.visit({ mayFail: /ERR_INTERNET_DISCONNECTED/, ...options });
  if (!tips) await visit.page.addInitScript(() => localStorage.setItem("lectern.callouts", "text slide saved"));
  await visit.page.goto(`${service.base}/app/${id}`);
  await visit.page.locator(".frame .layer button").first().waitFor();
  return { ...visit, id };
}

const box = (page, selector) => page.locator(selector).first().boundingBox();

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
]) {
  test(`the slide takes 60% of the stage, and folded notes leave it more room, at ${width}`, async () => {
    const { page, done } = await edited({ width, height });
    const stage = await box(page, ".canvas .ground");
    const slide = await box(page, ".canvas .frame");
    const share = (slide.width * slide.height) / (stage.width * stage.height);
    assert.ok(share >= 0.6, `${Math.round(share * 100)}% of the stage`);

    const notes = page.getByRole("button", { name: "Notes" });
    assert.equal(await notes.getAttribute("aria-expanded"), "true");
    await notes.click();
    await page.getByRole("textbox", { name: "Notes of slide 1" }).waitFor({ state: "detached" });
    assert.ok((await box(page, ".canvas .ground")).height > stage.height + 90);
    // Folded stays folded.
    await page.reload();
    await page.locator('button[aria-expanded="false"]', { hasText: "Notes" }).click();
    await page.getByRole("textbox", { name: "Notes of slide 1" }).waitFor();
    await done();
  });
}

test("at a zoom of 200% the slide keeps two thirds of the width", async () => {
  const { page, done } = await edited({ width: 720, height: 450 });
  const slide = await box(page, ".canvas .frame");
  assert.ok(slide.width >= (720 * 2) / 3, `${slide.width} px of 720`);
  await done();
});

for (const width of [1440, 390]) {
  test(`the message about the network moves nothing, at ${width}`, async () => {
    for (const path of ["/app", "editor"]) {
      const visit =
        path === "editor" ? await edited({ width }) : await service.visit({ width, mayFail: /ERR_INTERNET/ });
      const { page, context } = visit;
      if (path === "/app") {
        await deck();
        await page.goto(`${service.base}/app`);
        await page.locator("[data-card]").first().waitFor();
      }
      const places = () =>
        page.evaluate(() =>
          [...document.querySelectorAll("main, main h1, main h2, .frame, [data-card], main button")].map((element) => {
            const { top, left, width, height } = element.getBoundingClientRect();
            return [top, left, width, height].map(Math.round).join(" ");
          }),
        );
      await page.waitForTimeout(300);
      const before = await places();
      await context.setOffline(true);
      const message = page.getByText("You are offline.");
      await message.waitFor();
      assert.deepEqual(await places(), before, path);
      // It lets clicks through, and after a while it is short.
      await page.getByText("Changes are kept on this device").waitFor({ state: "detached" });
      assert.equal(await message.evaluate((p) => getComputedStyle(p).pointerEvents), "none");
      await context.setOffline(false);
      await page.getByText("Back online.").waitFor();
      assert.deepEqual(await places(), before, path);
      await visit.done();
    }
  });
}

for (const width of [1440, 390]) {
  test(`tips cover no thumbnail and do not come back, at ${width}`, async () => {
    const { page, done, id } = await edited({ width }, { tips: true });
    const tip = page.getByRole("complementary", { name: "Hint for your first deck" });
    await tip.getByText(/any text/).waitFor();
    const covers = await page.evaluate(() => {
      const tip = document.querySelector("aside").getBoundingClientRect();
      return [...document.querySelectorAll(".slides [role=option]")].filter((row) => {
        const { top, left, right, bottom } = row.getBoundingClientRect();
        return left < tip.right && right > tip.left && top < tip.bottom && bottom > tip.top;
      }).length;
    });
    assert.equal(covers, 0);
    // A tip that was shown is not shown at the next visit. When all were shown, none is.
    await page.reload();
    await tip.getByText("Add the next slide").waitFor();
    await page.goto(`${service.base}/app/${id}`);
    await tip.getByText("Everything is saved").waitFor();
    await page.goto(`${service.base}/app/${id}`);
    await page.locator(".frame .layer button").first().waitFor();
    await page.waitForTimeout(300);
    assert.equal(await tip.count(), 0);
    await done();
  });
}

/** The words of each line of an element or a text box, as the browser breaks them. */
async function linesWhileEdited(page) {
  return page.evaluate(() => {
    const field = document.querySelector(".frame textarea");
    const style = getComputedStyle(field);
    const copy = document.createElement("div");
    for (const name of [
      "font",
      "letterSpacing",
      "lineHeight",
      "width",
      "paddingLeft",
      "paddingRight",
      "boxSizing",
      "textAlign",
    ])
      copy.style[name] = style[name];
    Object.assign(copy.style, { position: "absolute", whiteSpace: "pre-wrap", overflowWrap: "anywhere", top: 0 });
    field.parentElement.append(copy);
    const lines = [];
    let last;
    for (const word of field.value.split(" ")) {
      const span = Object.assign(document.createElement("span"), { textContent: word });
      copy.append(span, " ");
      const top = Math.round(span.getBoundingClientRect().top);
      if (top === last) lines[lines.length - 1] += ` ${word}`;
      else lines.push(word);
      last = top;
    }
    copy.remove();
    return lines;
  });
}
const linesWhenShown = (page, field) =>
  page.evaluate((field) => {
    const root = document.querySelector(".frame .drawn").shadowRoot;
    const lines = root.querySelectorAll(`[data-field="${field}"] .l`);
    return [...lines].map((line) => line.textContent.trim());
  }, field);

test("a title breaks where it breaks on the slide, while it is edited too", async () => {
  const { page, done } = await edited();
  await page.waitForFunction(
    () => document.querySelector(".frame .drawn")?.shadowRoot?.querySelector('[data-field="title"] .l') !== null,
  );
  const shown = await linesWhenShown(page, "title");
  assert.ok(shown.length > 1, "the title has several lines");
  await page.locator(".frame .layer button").first().press("Enter");
  await page.locator(".frame textarea").waitFor();
  assert.deepEqual(await linesWhileEdited(page), shown);
  // The lines still match after each typed word, once the slide is drawn again.
  for (const word of [" and", " of", " spring"]) {
    await page.keyboard.press("End");
    await page.keyboard.press("Control+End");
    await page.keyboard.type(word);
    await page.waitForFunction(
      (word) =>
        document.querySelector(".frame .drawn").shadowRoot.textContent.replace(/\s+/g, " ").includes(word.trim()),
      word,
    );
    await until(`the lines after “${word}” are those of the slide`, async () => {
      const [one, other] = [await linesWhileEdited(page), await linesWhenShown(page, "title")];
      return JSON.stringify(one) === JSON.stringify(other);
    });
  }
  await done();
});

test("the tip of a button goes when one types", async () => {
  const { page, done } = await edited();
  await page.locator(".slides").getByRole("button", { name: "Add slide" }).hover();
  const tip = page.locator(".tip");
  await tip.waitFor();
  await page.getByRole("textbox", { name: /^Headline/ }).focus();
  await page.keyboard.type("T");
  assert.equal(await tip.count(), 0);
  await done();
});

test("a table of figures that is wider than the panel scrolls in it", async () => {
  const data = "Ward,2022,2023,2024,2025\nNorth,42,30,17,25\nMill,9,12,5,7";
  const { id } = await deck([{ type: "chart", content: { title: "Leaks", chartType: "bar-grouped", data } }]);
  const { page, done } = await service.visit();
  await page.goto(`${service.base}/app/${id}`);
  await page.locator('[data-cell="0-0"]').waitFor();
  const field = await box(page, ".field.csv");
  for (const part of [".field.csv .csv > *", '.field.csv button:has-text("Large table")']) {
    const { x, width } = await box(page, part);
    assert.ok(x + width <= field.x + field.width + 1, `${part} ends at ${x + width}, the field at ${field.x + field.width}`);
  }
  const panel = await page.locator(".inspector").first().boundingBox();
  assert.ok(field.x + field.width <= panel.x + panel.width);
  await done();
});

test("the selected tab is in view where tabs are wider than their place", async () => {
  const { page, done } = await service.visit({ width: 390 });
  await page.goto(`${service.base}/app?new=file`);
  const tab = page.getByRole("tab", { name: "Import slides", selected: true });
  await tab.waitFor();
  await until("the tab is in view", async () => {
    const [{ x, width }, list] = [await tab.boundingBox(), await box(page, "[role=dialog] [role=tablist]")];
    return x >= list.x && x + width <= list.x + list.width + 1;
  });
  await done();
});

test("the long words of Dutch keep from the edge of a phone", async () => {
  for (const width of [390, 320]) {
    const { page, done } = await edited({ width, locale: "nl-NL" });
    const end = await page.getByRole("button", { name: "Opmerkingen" }).evaluate((button) => {
      const words = document.createRange();
      words.selectNodeContents(button);
      return words.getBoundingClientRect().right;
    });
    assert.ok(end <= width - (width > 330 ? 5 : 0), `the word ends at ${end}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}`);
    await done();
  }
});

test("history begins with the deck as it is, has the focus, and gives it back", async () => {
  const { page, done } = await edited();
  const isFocused = (name) => () =>
    page.evaluate(
      (name) => [document.activeElement?.textContent, document.activeElement?.ariaLabel].some((text) => text?.trim() === name),
      name,
    );
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "History" }).click();
  await page.getByText("Versions appear here as you work.").waitFor();
  await page.getByRole("option", { name: /Now/, selected: true }).waitFor();
  assert.ok((await page.getByRole("dialog").getByRole("listitem").count()) > 0, "its slides");
  await until("the way back has the focus", isFocused("Back to now"));
  assert.equal(await page.locator(".tip").count(), 0);
  await page.keyboard.press("Enter");
  await page.getByText("Versions appear here as you work.").waitFor({ state: "detached" });
  await done();
});

test("the focus goes to the first field of a dialog", async () => {
  const { id } = await deck();
  const { page, done } = await service.visit();
  const isFirstField = () =>
    page.evaluate(() => {
      const fields = [...document.querySelectorAll("[role=dialog] :is(input, textarea, select)")].filter(
        (field) => field.type !== "file" && field.checkVisibility() && !field.disabled,
      );
      // In a group of radio buttons, the checked one gets the focus.
      const [first] = fields;
      const focused = document.activeElement;
      return first !== undefined && (focused === first || (first.type === "radio" && focused.name === first.name));
    });
  const open = async (path, act) => {
    await page.goto(service.base + path);
    await act?.();
    await page.getByRole("dialog").waitFor();
    await until(`the first field of ${path} has the focus`, isFirstField);
  };
  const editor = `/app/${id}`;
  await open("/app?new=blank");
  await open("/app?new=text");
  await open(`${editor}?panel=share`);
  await open(`${editor}?panel=export`);
  const ready = async () => {
    await page.locator(".frame .layer button").first().waitFor();
    await page.locator(".slides [role=option]").first().click();
  };
  await open(editor, async () => {
    await ready();
    await page.keyboard.press("/");
  });
  await open(editor, async () => {
    await ready();
    await page.getByRole("button", { name: "Add slide" }).first().click();
  });
  await open("/settings/keys", () => page.getByRole("button", { name: "New key" }).click());
  await open("/settings/webhooks", () => page.getByRole("button", { name: "New webhook" }).click());
  await open("/settings/organization", () => page.getByRole("button", { name: "Invite" }).click());
  await done();
});

test("pages for people without an account are set in the product's own type", async () => {
  const { id } = await deck();
  const { path } = await service.api("POST", `/api/presentations/${id}/links`, { name: "Council copy" });
  const talk = await service.api("POST", "/api/present-sessions", { presentationId: id });
  const { page, done } = await service.visit({ width: 390, signedIn: false, mayFail: /404/ });
  for (const [address, selector, family] of [
    ["/signin", "h1", "Schibsted Grotesk"],
    ["/signin", "label", "Inter"],
    ["/go", "h1", "Schibsted Grotesk"],
    ["/go", "main p", "Inter"],
    ["/go", "input.code", "JetBrains Mono"],
    ["/nowhere", "h1", "Schibsted Grotesk"],
    [`/follow/${talk.sessionId}`, "body", "Inter"],
    [`/notes/${talk.sessionId}?key=${talk.notesKey}`, "body", "Inter"],
    [path, "body", "Inter"],
  ]) {
    await page.goto(service.base + address);
    const used = await page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).fontFamily);
    assert.match(used, new RegExp(`^"?${family}`), address);
    // The name of the family proves nothing: a face of it must be declared, and load.
    const faces = await page.evaluate(
      async (family) => (await document.fonts.load(`16px "${family}"`)).map(({ status }) => status),
      family,
    );
    const bold = await page.evaluate(
      async (family) => (await document.fonts.load(`700 16px "${family}"`)).map(({ status }) => status),
      family,
    );
    assert.ok([...faces, ...bold].includes("loaded"), `${family} on ${address}`);
  }
  await done();
});

test("the home shows covers as they are drawn, not a row of white", async () => {
  const { id } = await deck();
  const visit = await service.visit();
  const { page } = visit;
  await page.goto(`${service.base}/app`);
  const white = (selector) =>
    page.evaluate(async (selector) => {
      const pictures = [...document.querySelectorAll(selector)].filter((image) => image.naturalWidth > 0);
      return pictures.map((image) => {
        const canvas = Object.assign(document.createElement("canvas"), { width: 48, height: 27 });
        const brush = canvas.getContext("2d");
        brush.drawImage(image, 0, 0, 48, 27);
        const { data } = brush.getImageData(0, 0, 48, 27);
        let count = 0;
        for (let at = 0; at < data.length; at += 4)
          if (Math.min(data[at], data[at + 1], data[at + 2]) > 244) count += 1;
        return count / (48 * 27);
      });
    }, selector);
  await page.locator(`[data-card="${id}"]`).waitFor();
  await page.waitForFunction(() => [...document.querySelectorAll(".thumb img")].every((image) => image.complete));
  const own = await white(`.card:has([data-card="${id}"]) .thumb img`);
  assert.ok(own.length > 0 && own.every((share) => share < 0.5), `white shares: ${own.join(", ")}`);
  await visit.done();
});
