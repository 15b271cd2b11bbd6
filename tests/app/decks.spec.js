// The deck list as people use it: from the first start to an exported PowerPoint, new decks, imports that fail, trash.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import PptxGenJS from "pptxgenjs";
import { lectern, picturesLoaded } from "./visit.js";

const SLIDES = [
  {
    type: "title",
    content: {
      title: "Water for every street",
      subtitle: "A plan in four parts",
    },
  },
  {
    type: "list",
    content: {
      title: "Four rules",
      items: [{ title: "Read the tide tables" }, { title: "Tell people" }],
    },
  },
  { type: "quote", content: { quote: "Build for the tide." } },
];
const NOTES = `Renewal of Harbour Street

The pipes under Harbour Street are ninety years old and leak a fifth of the water that they carry.

Four rules for the work:
- Keep one lane open at all times
- Tell people a week before the work reaches them
- Work by night where shops are
- Tidy up every Friday

The work takes four months and costs 1.2 million. The council decides in March, and the first street is open again in June.`;
const BOTH = [1440, 390];

let service;
before(async () => {
  service = await lectern();
});
after(() => service?.stop());

const made = async (title, slides = SLIDES) =>
  (
    await service.api("POST", "/api/presentations", {
      title,
      language: "en",
      slides,
    })
  ).presentation;

/** A PowerPoint file by another program, as base64. `withRadar` adds a chart that Lectern does not draw. */
async function powerPoint({ withRadar }) {
  const file = new PptxGenJS();
  const title = { x: 0.5, y: 2, w: 9, h: 1, fontSize: 40, bold: true };
  file.addSlide().addText("Harbour plan", title);
  const points = ["Read the tide tables", "Tell people", "Tidy up"];
  const list = file.addSlide();
  list.addText("Three rules", { ...title, y: 0.3 });
  list.addText(
    points.map((text) => ({ text, options: { bullet: true, breakLine: true } })),
    { x: 0.5, y: 1.5, w: 9, h: 3, fontSize: 20 },
  );
  if (withRadar) {
    const slide = file.addSlide();
    slide.addText("Strengths", { ...title, y: 0.3 });
    const data = [{ name: "Quay", labels: ["Depth", "Length", "Shelter"], values: [3, 5, 4] }];
    slide.addChart(file.ChartType.radar, data, { x: 1, y: 1.5, w: 7, h: 4 });
  }
  return file.write({ outputType: "base64" });
}

async function cleared() {
  for (const route of [
    "/api/presentations?limit=100",
    "/api/presentations/trash?limit=100",
  ]) {
    for (const { id } of (await service.api("GET", route)).presentations) {
      if (!route.includes("trash"))
        await service.api("DELETE", `/api/presentations/${id}`);
      await service.api("DELETE", `/api/presentations/${id}/permanent`);
    }
  }
}

const card = (page, title) =>
  page.getByRole("link", { name: title, exact: true });

/** Opens the menu of a card, with the mouse or by touch. */
async function openMenu(page, title) {
  await page
    .getByRole("listitem")
    .filter({ has: card(page, title) })
    .hover();
  await page.getByRole("button", { name: `More for ${title}` }).click();
  await page.getByRole("menu").waitFor();
}

for (const width of BOTH) {
  test(`from the first start to a PowerPoint file, ${width} wide`, async () => {
    const fresh = await lectern({ admin: false });
    try {
      const visit = await fresh.visit({ width });
      const { page } = visit;
      await page.goto(fresh.firstLink);
      await page.getByRole("button", { name: "Come in" }).click();
      await page.getByLabel("Your name").fill("Ada Vos");
      await page.getByLabel(/^Password/).fill("harbour lights");
      await page.getByRole("button", { name: "Save and continue" }).click();
      await page.waitForURL("**/app");
      await page
        .getByRole("heading", { name: "Your first deck starts here" })
        .waitFor();
      assert.deepEqual(await visit.violations(), []);

      await page.getByRole("button", { name: "Start blank" }).click();
      const title = page.getByRole("textbox", { name: "Title" });
      await title.waitFor();
      assert.deepEqual(await visit.violations(), []);
      // The title is selected: typing replaces it.
      await page.waitForFunction(() =>
        document.activeElement?.matches("input[data-first]"),
      );
      await page.keyboard.type("Harbour plan");
      await page.getByRole("radio", { name: "Start blank" }).check({ force: true });
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/app\/[\w-]+\?field=title$/);

      await page.goto(`${fresh.base}/app`);
      await page.getByText("1 slide, now").waitFor();
      await openMenu(page, "Harbour plan");
      if (width > 720)
        await page.getByRole("menuitem", { name: "Export" }).click();
      const arriving = page.waitForEvent("download");
      await page.getByRole("menuitem", { name: /^PowerPoint/ }).click();
      const file = await arriving;
      assert.equal(file.suggestedFilename(), "Harbour plan.pptx");
      assert.equal(
        (await readFile(await file.path())).subarray(0, 2).toString(),
        "PK",
      );
      await page.getByText(/^Harbour plan\.pptx, \d/).waitFor();
      await visit.done();
    } finally {
      await fresh.stop();
    }
  });
}

for (const [width, scheme] of [
  [1440, "light"],
  [1440, "dark"],
  [390, "light"],
  [390, "dark"],
]) {
  test(`every state of the list is accessible, ${width} wide in ${scheme}`, async () => {
    await cleared();
    await made("Water for every street");
    await made("Harbour plan", []);
    const gone = await made("Old pitch");
    await service.api("DELETE", `/api/presentations/${gone.id}`);
    const visit = await service.visit({ width, scheme });
    const { page } = visit;
    const check = async (state) =>
      assert.deepEqual(await visit.violations(), [], state);
    const closed = () =>
      page.waitForFunction(() => !document.querySelector("[data-layer]"));

    await page.goto(`${service.base}/app`);
    await card(page, "Harbour plan").waitFor();
    await check("list");
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - innerWidth,
    );
    assert.ok(sideways <= 0, `nothing to scroll sideways, but ${sideways} px`);

    await openMenu(page, "Water for every street");
    await check("menu");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /your profile$/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).waitFor();
    await check("profile");
    await page.keyboard.press("Escape");
    await closed();
    await page.getByRole("button", { name: /^Notifications/ }).click();
    await page.getByText("Nothing new. Enjoy the quiet.").waitFor();
    await check("bell");
    await page.keyboard.press("Escape");
    await closed();

    await page.keyboard.press("Control+k");
    await page
      .getByRole("option", { name: /^New deck/ })
      .first()
      .waitFor();
    await check("commands");
    await page.keyboard.press("Escape");
    await closed();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await check("keys");
    await page.keyboard.press("Escape");
    await closed();

    const begin = page.getByRole("button", { name: "New deck" }).first();
    const tab = page.getByRole("tab", { name: "From text" });
    // A click may hit a layer that is fading out.
    for (let tries = 0; tries < 5 && !(await tab.isVisible()); tries += 1) {
      await begin.click({ force: true });
      await tab.waitFor({ timeout: 3000 }).catch(() => {});
    }
    for (const way of ["From text", "Import slides", "For a purpose"]) {
      await page.getByRole("tab", { name: way }).click();
      await check(way);
    }
    await page.keyboard.press("Escape");
    await closed();

    await page.getByRole("searchbox").fill("xyzzy");
    await page.getByText("No results for “xyzzy”.").waitFor();
    await check("no hit");
    await page.goto(`${service.base}/app?ownership=shared`);
    await page.getByText("Nobody has shared a deck with you yet.").waitFor();
    await check("shared, empty");

    await page.goto(`${service.base}/trash`);
    await page.getByText("Old pitch").waitFor();
    await check("trash");
    await page.getByRole("button", { name: "Empty trash" }).click();
    await page.getByRole("alertdialog").waitFor();
    await check("question");
    await visit.done();
  });
}

test("a search finds slides, opens the one that was found, and stays in the address", async () => {
  await cleared();
  const deck = await made("Water for every street");
  await made("Harbour plan", [SLIDES[0]]);
  const visit = await service.visit();
  const { page } = visit;
  await page.goto(`${service.base}/app`);
  await card(page, "Harbour plan").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("tide tab");
  await page.getByText("1 deck found").waitFor({ state: "attached" });
  assert.equal(await page.locator("mark").first().textContent(), "tide");
  await card(page, "Harbour plan").waitFor({ state: "detached" });
  await page.waitForFunction(
    () => document.querySelector(".thumb img")?.naturalWidth > 0,
  );
  assert.match(await page.locator(".thumb img").getAttribute("src"), /n=2/);
  assert.equal(new URL(page.url()).search, "?q=tide+tab");
  await page.reload();
  await card(page, "Water for every street").click();
  await page.waitForURL(`**/app/${deck.id}?slideId=*`);
  await visit.done();
});

test("arrow keys move between cards, letters act on them, and a deleted deck can be restored", async () => {
  await cleared();
  for (const title of ["Third", "Second", "First"]) await made(title);
  const visit = await service.visit();
  const { page } = visit;
  const focused = () =>
    page.evaluate(() => document.activeElement?.textContent?.trim());
  await page.goto(`${service.base}/app`);
  await card(page, "First").focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), "Second");
  await page.keyboard.press("End");
  assert.equal(await focused(), "Third");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");

  await picturesLoaded(page);
  await page.keyboard.press("Delete");
  await page.getByText("“Second” is in the trash.").waitFor();
  assert.equal(await focused(), "Third", "the neighbour has the focus");
  await page.getByRole("button", { name: "Undo" }).click();
  await card(page, "Second").waitFor();

  await card(page, "First").focus();
  await page.keyboard.press("d");
  const title = page.getByRole("textbox", { name: "New title" });
  await title.waitFor();
  assert.equal(
    await title.inputValue(),
    await title.evaluate(
      (field) =>
        getSelection().toString() ||
        field.value.slice(field.selectionStart, field.selectionEnd),
    ),
  );
  await page.keyboard.type("A copy");
  await page.keyboard.press("Enter");
  await card(page, "A copy").waitFor();
  await page.reload();
  await card(page, "A copy").waitFor();

  await card(page, "First").focus();
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menuitem", { name: "Open" }).waitFor();
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector("[data-layer]"));
  await page.keyboard.press("n");
  await page.getByRole("dialog", { name: "New deck" }).waitFor();
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector("[data-layer]"));
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await page.waitForURL("**/trash");
  await visit.done();
});

for (const width of BOTH) {
  test(`a deck is moved to the trash, restored, and deleted for good, ${width} wide`, async () => {
    await cleared();
    await made("Old pitch");
    await made("Try-out");
    const visit = await service.visit({ width });
    const { page } = visit;
    await page.goto(`${service.base}/app`);
    for (const title of ["Old pitch", "Try-out"]) {
      await picturesLoaded(page);
      await openMenu(page, title);
      await page.getByRole("menuitem", { name: "Move to trash" }).click();
      await page.getByText(`“${title}” is in the trash.`).first().waitFor();
    }
    await page.goto(`${service.base}/trash`);
    await page.getByText("Restore", { exact: true }).nth(1).waitFor();
    await picturesLoaded(page);
    await page.getByText("Restore", { exact: true }).nth(1).click();
    await page.getByText(/is back\.$/).waitFor();
    await page.getByRole("button", { name: /^More for/ }).click();
    await page.getByRole("menuitem", { name: "Delete forever…" }).click();
    const question = page.getByRole("alertdialog");
    await question.waitFor();
    assert.equal(
      await page.evaluate(() => document.activeElement?.textContent?.trim()),
      "Keep",
    );
    await question.getByRole("button", { name: "Delete forever" }).click();
    await page.getByText("The trash is empty.").waitFor();
    assert.equal(
      (await service.api("GET", "/api/presentations")).pagination.total,
      1,
    );
    await visit.done();
  });
}

for (const width of BOTH) {
  test(`imports that fail say why and create nothing, ${width} wide`, async () => {
    await cleared();
    const visit = await service.visit({ width, mayFail: /status of 400/ });
    const { page } = visit;
    await page.goto(`${service.base}/app?new=file`);
    const take = (name, text) =>
      page.locator("input[type=file]").setInputFiles({
        name,
        mimeType: "application/octet-stream",
        buffer: Buffer.from(text),
      });
    await page.getByRole("button", { name: "Choose a file" }).first().waitFor();
    // A phone has nothing to drag a file with.
    assert.equal(
      await page.getByText("Drop a file here or choose one").count(),
      width > 720 ? 1 : 0,
    );

    await take("talk.odp", "PK");
    await page.getByText("This kind of file cannot be read.").waitFor();
    await take("talk.pptx", "PK");
    await page
      .getByText("talk.pptx could not be imported. Nothing was created.")
      .waitFor();
    await take("plan.deck", "not a zip");
    await page
      .getByText("plan.deck could not be imported. Nothing was created.")
      .waitFor();
    await page.getByText("This is no Lectern package, or it is damaged.").waitFor();
    await take("plan.json", "{");
    await page
      .getByText("plan.json could not be imported. Nothing was created.")
      .waitFor();
    assert.deepEqual(await visit.violations(), []);
    assert.equal(
      (await service.api("GET", "/api/presentations")).pagination.total,
      0,
    );

    const deck = await made("Kept");
    const envelope = await service.api(
      "GET",
      `/api/presentations/${deck.id}/export/json`,
    );
    await take("plan.json", JSON.stringify(envelope));
    await page.waitForURL(/\/app\/[\w-]+$/);
    assert.equal(
      (await service.api("GET", "/api/presentations")).pagination.total,
      2,
    );
    await visit.done();
  });
}

test("what the server says is said in Dutch when the browser asks for it", async () => {
  const visit = await service.visit({ locale: "nl-NL", mayFail: /status of 400/ });
  const { page } = visit;
  await page.goto(`${service.base}/app?new=file`);
  const buffer = Buffer.from("not a zip");
  await page.locator("input[type=file]").setInputFiles({ name: "plan.deck", mimeType: "application/octet-stream", buffer });
  await page.getByText("Dit is geen Lectern-pakket, of het is beschadigd.").waitFor();
  await visit.done();
});

test("remarks on an imported file are in the language of the page", async () => {
  const visit = await service.visit({ locale: "nl-NL" });
  const { page } = visit;
  await page.goto(`${service.base}/app?new=file`);
  const file = (name, buffer) => ({ name, mimeType: "application/octet-stream", buffer });
  const radar = await powerPoint({ withRadar: true });
  const chosen = page.locator("input[type=file]");
  await chosen.setInputFiles(file("talk.pptx", Buffer.from(radar, "base64")));
  await page.getByText(/^Dia 3: .+: een radargrafiek is een tabel geworden$/).waitFor();
  await page.goto(`${service.base}/app?new=file`);
  const markdown = `# Quay\n\n## Pictures\n\n![Quay](quay.png)\n\nWalls of stone.\n`;
  await chosen.setInputFiles(file("quay.md", Buffer.from(markdown)));
  await page
    .getByText("Dia 2: de afbeelding “quay.png” is weggelaten: alleen https-adressen en uploads worden getoond")
    .waitFor();
  await visit.done();
});

for (const width of BOTH) {
  test(`a file that is imported with warnings lists them before it opens, ${width} wide`, async () => {
    await cleared();
    const visit = await service.visit({ width });
    const { page } = visit;
    await page.goto(`${service.base}/app?new=file`);
    const deck = await made("Kept");
    const envelope = await service.api(
      "GET",
      `/api/presentations/${deck.id}/export/json`,
    );
    const text = JSON.stringify(envelope).replaceAll(
      "eu.svc.slide.quote",
      "org.acme.hero",
    );
    const file = {
      name: "plan.json",
      mimeType: "application/json",
      buffer: Buffer.from(text),
    };
    await page.locator("input[type=file]").setInputFiles(file);
    await page
      .getByRole("heading", { name: "3 slides imported. 1 thing to look at" })
      .waitFor();
    await page
      .getByText(
        "Slide 3: the type org.acme.hero is not known here. Its text is kept on a plain slide.",
      )
      .waitFor();
    assert.deepEqual(await visit.violations(), []);
    await page.getByRole("link", { name: "Open the deck" }).click();
    await page.waitForURL(/\/app\/[\w-]+$/);
    await visit.done();
  });

  test(`a PowerPoint file that is dropped on the list becomes a deck, ${width} wide`, async () => {
    await cleared();
    const visit = await service.visit({ width });
    const { page } = visit;
    const drop = async (name, file) => {
      const carried = await page.evaluateHandle(
        ([fileName, base64]) => {
          const bytes = Uint8Array.from(atob(base64), (sign) =>
            sign.charCodeAt(0),
          );
          const carrier = new DataTransfer();
          carrier.items.add(new File([bytes], fileName));
          return carrier;
        },
        [name, file],
      );
      await page.dispatchEvent("body", "drop", { dataTransfer: carried });
    };
    await page.goto(`${service.base}/app`);
    await page
      .getByRole("heading", { name: "Your first deck starts here" })
      .waitFor();
    await drop("talk.pptx", await powerPoint({ withRadar: false }));
    await page.waitForURL(/\/app\/[\w-]+$/);
    await page.getByText("2 slides imported.").waitFor();

    await page.goto(`${service.base}/app`);
    await card(page, "Harbour plan").waitFor();
    await drop("talk.pptx", await powerPoint({ withRadar: true }));
    await page
      .getByRole("heading", { name: "3 slides imported. 1 thing to look at" })
      .waitFor();
    await page.getByText(/^Slide 3: .*radar/).waitFor();
    assert.deepEqual(await visit.violations(), []);
    await page.getByRole("link", { name: "Open slide 3" }).click();
    await page.waitForURL(/\/app\/[\w-]+\?slideId=/);
    await visit.done();
  });

  test(`a text becomes a deck, with progress step by step, ${width} wide`, async () => {
    await cleared();
    const visit = await service.visit({ width });
    const { page } = visit;
    await page.goto(`${service.base}/app?new=text`);
    const text = page.getByRole("textbox", { name: "Your text" });
    await text.fill(NOTES);
    await page
      .getByText("Detected: English", { exact: false })
      .first()
      .waitFor({ state: "attached" });
    // The text stays when the dialog is closed.
    await page.keyboard.press("Escape");
    await page.getByText("Your text is kept.").waitFor();
    await page.reload();
    assert.equal(await text.inputValue(), NOTES);
    await page.getByRole("button", { name: "Make deck" }).click();
    await page.waitForURL(/\/app\/[\w-]+$/);
    const { presentations } = await service.api("GET", "/api/presentations");
    assert.equal(presentations.length, 1);
    assert.ok(
      presentations[0].slideCount > 2,
      `${presentations[0].slideCount} slides`,
    );
    await visit.done();
  });
}

test("an empty list offers a sample of every slide type", async () => {
  await cleared();
  const visit = await service.visit();
  const { page } = visit;
  await page.goto(`${service.base}/app`);
  await page.getByRole("button", { name: "Open the sample" }).click();
  await page.waitForURL(/\/app\/[\w-]+$/);
  await page.goto(`${service.base}/app`);
  await page.getByRole("tab", { name: "All 1" }).waitFor();
  await visit.done();
});

test("when the server cannot be reached, the list stays and says so", async () => {
  await cleared();
  await made("Kept");
  const visit = await service.visit({ mayFail: /ERR_INTERNET_DISCONNECTED/ });
  const { page, context } = visit;
  await page.goto(`${service.base}/app`);
  await card(page, "Kept").waitFor();
  await context.setOffline(true);
  await page.getByText("You are offline.").waitFor();
  await page.getByRole("searchbox").fill("x");
  await page.getByText(/^As of \d\d:\d\d$/).waitFor();
  await card(page, "Kept").waitFor();
  await page
    .getByRole("button", { name: "New deck" })
    .first()
    .click({ force: true });
  assert.equal(await page.getByRole("dialog").count(), 0);
  await page.getByRole("searchbox").fill("");
  await context.setOffline(false);
  await page.getByText("Back online.").waitFor();
  await visit.done();
});

test("a picture that failed to load is not shown as broken, and loads when the network is back", async () => {
  await cleared();
  await made("Kept");
  const visit = await service.visit({
    mayFail: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
  });
  const { page, context } = visit;
  const thumbs = /\/thumb\.png/;
  await context.route(thumbs, (route) => route.abort());
  await page.goto(`${service.base}/app`);
  await card(page, "Kept").waitFor();
  const picture = page.locator(".thumb img");
  await picture.and(page.locator(".missed")).waitFor({ state: "attached" });
  assert.equal(await picture.isVisible(), false);
  await context.setOffline(true);
  await picture.waitFor({ state: "detached" });
  await context.unroute(thumbs);
  await context.setOffline(false);
  await picture.waitFor();
  await visit.done();
});

test("the menu of a card is fully visible on a phone, wherever the card is", async () => {
  await cleared();
  for (const title of ["Lowest", "Middle", "Upper"]) await made(title);
  const visit = await service.visit({ width: 390 });
  const { page } = visit;
  await page.goto(`${service.base}/app`);
  for (const title of ["Upper", "Middle", "Lowest"]) {
    await openMenu(page, title);
    const { y, height } = await page.getByRole("menu").boundingBox();
    assert.ok(y >= 0 && y + height <= 844, `${title}: ${y} and ${height}`);
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
  }
  await visit.done();
});

test("the pages are in Dutch when the browser asks for it", async () => {
  await cleared();
  const visit = await service.visit({ locale: "nl-NL" });
  const { page } = visit;
  await page.goto(`${service.base}/app`);
  await page
    .getByRole("heading", { name: "Je eerste presentatie begint hier" })
    .waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "nl");
  assert.deepEqual(await visit.violations(), []);
  await visit.done();
});

test("every action for selected decks is in view on a phone, in both languages", async () => {
  await cleared();
  await made("Ebb");
  for (const [locale, name, most] of [
    ["en-GB", "Selected decks", 2],
    ["nl-NL", "Geselecteerde presentaties", 3],
  ]) {
    const visit = await service.visit({ width: 390, locale });
    const { page } = visit;
    await page.goto(`${service.base}/app`);
    await card(page, "Ebb").focus();
    await page.keyboard.press("x");
    const bar = page.getByRole("toolbar", { name });
    await bar.getByRole("button").nth(5).waitFor();
    const rows = await bar.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const buttons = [...element.querySelectorAll("button")].map((button) => button.getBoundingClientRect());
      const outside = buttons.filter((b) => b.left < left || b.right > right || b.top < top || b.bottom > bottom);
      return { outside: outside.length, count: new Set(buttons.map((b) => Math.round(b.top))).size };
    });
    assert.equal(rows.outside, 0, `all buttons are inside the bar in ${locale}`);
    assert.ok(rows.count <= most, `${rows.count} rows in ${locale}`);
    await visit.done();
  }
});

test("several selected decks are exported as one archive, with progress, and can be stopped", async () => {
  await cleared();
  for (const title of ["Ebb", "Ebb", "Flow"]) await made(title);
  for (const width of BOTH) {
    const visit = await service.visit({ width });
    const { page } = visit;
    await page.goto(`${service.base}/app`);
    await card(page, "Flow").waitFor();
    await card(page, "Flow").focus();
    await page.keyboard.press("x");
    const bar = page.getByRole("toolbar", { name: "Selected decks" });
    await bar.getByRole("button", { name: "Select all" }).click();
    await bar.getByText("3 selected").waitFor();
    const choose = async (format) => {
      await bar.getByRole("button", { name: "Export" }).click();
      await page.getByRole("menuitem", { name: format }).click();
    };

    // While the response for the second deck is held back, its number is shown, and the export can be stopped.
    let count = 0;
    let go;
    const held = new Promise((resolve) => (go = resolve));
    await page.route("**/export/**", async (route) => {
      count += 1;
      if (count === 2) await held;
      await route.continue().catch(() => {});
    });
    await choose(/Deck data/);
    await bar.getByText(/Exporting 2 of 3: /).waitFor();
    assert.equal(await bar.getByRole("progressbar").getAttribute("value"), "1");
    assert.deepEqual(await visit.violations(), []);
    await bar.getByRole("button", { name: "Stop" }).click();
    go();
    await page.getByText("Export stopped. Nothing was saved.").first().waitFor();
    await bar.getByText("3 selected").waitFor();
    assert.equal(count, 2, "the third deck is not asked for");
    await page.unroute("**/export/**");

    const arriving = page.waitForEvent("download");
    await choose(/PowerPoint/);
    const file = await arriving;
    assert.match(file.suggestedFilename(), /^Decks \d{4}-\d\d-\d\d\.zip$/);
    const bytes = await readFile(await file.path());
    const names = [...bytes.toString("latin1").matchAll(/[\w -]+\.pptx/g)].map(([name]) => name);
    assert.deepEqual([...new Set(names)].sort(), ["Ebb 2.pptx", "Ebb.pptx", "Flow.pptx"]);
    await visit.done();
  }
});
