// Panels and dialogs of the editor: types, theme, languages, comments, sharing, history, the assistant, exports and
// pictures.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import JSZip from "jszip";
import { until } from "../lectern.js";
import { lectern } from "./visit.js";

const BRAM = {
  email: "bram@tide.test",
  name: "Bram de Wit",
  password: "long enough too",
};
const POINTS = [
  "Keep one lane open",
  "Tell people a week ahead",
  "Leave it better",
];
const SLIDES = [
  {
    type: "title-slide",
    content: { title: "Water for every street", subheading: "A plan" },
  },
  {
    type: "list-slide",
    content: {
      title: "Three rules",
      items: POINTS.map((title) => ({ title })),
    },
  },
  {
    type: "quote-slide",
    content: { quote: "Build for the tide.", attribution: "Ria" },
  },
];

let service;
before(async () => {
  service = await lectern();
  await service.api("POST", "/api/admin/users", BRAM);
});
after(() => service?.stop());

const made = async (title, slides = SLIDES) =>
  (
    await service.api("POST", "/api/presentations", {
      title,
      language: "en-GB",
      slides,
    })
  ).presentation;
const stored = async ({ id }) =>
  (await service.api("GET", `/api/presentations/${id}`)).presentation;

/** Opens the editor of a deck with a panel. */
async function editing(deck, panel = "", options = {}) {
  const visit = await service.visit(options);
  if (options.as) {
    const { email, password } = options.as;
    const answer = await visit.context.request.post(
      `${service.base}/api/auth/login`,
      { data: { email, password } },
    );
    assert.ok(answer.ok(), `${email} is signed in`);
  }
  const slide = deck.slides[options.slide ?? 0].id;
  await visit.page.goto(
    `${service.base}/app/${deck.id}?slideId=${slide}${panel && `&panel=${panel}`}`,
  );
  return visit;
}

test("a deck is shared with a person who then finds it, may comment, and loses access again", async () => {
  const deck = await made("Shared plan");
  const visit = await editing(deck, "share");
  const { page } = visit;
  const dialog = page.getByRole("dialog", { name: "Share “Shared plan”" });
  await dialog.getByLabel("Name or e-mail").fill("Bra");
  await page.getByRole("option", { name: /Bram de Wit/ }).click();
  await dialog.getByLabel("Right", { exact: true }).selectOption("can comment");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  const right = dialog.getByLabel("Right of Bram de Wit");
  await right.waitFor();
  assert.equal(await right.inputValue(), "comment");

  const bram = await service.visit({ signedIn: false });
  await bram.context.request.post(`${service.base}/api/auth/login`, {
    data: BRAM,
  });
  await bram.page.goto(`${service.base}/app`);
  await bram.page.getByRole("link", { name: "Shared plan" }).waitFor();

  await right.selectOption("Remove");
  await right.waitFor({ state: "detached" });
  await bram.page.reload();
  await bram.page
    .getByRole("link", { name: "Shared plan" })
    .waitFor({ state: "detached" });
  await bram.done();
  await visit.done();
});

test("an unknown e-mail is refused with a message, and everybody can be given access", async () => {
  const deck = await made("Open plan");
  const visit = await editing(deck, "share", { mayFail: /400/ });
  const { page } = visit;
  await page.getByLabel("Name or e-mail").fill("nobody@tide.test");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("nobody@tide.test has no account here.").waitFor();
  await page.getByRole("radio", { name: "May read and comment" }).check();
  await until(
    "the deck is open to read",
    async () => (await stored(deck)).isViewOnly,
  );
  await visit.done();
});

test("a share link is created, copied, and revoked", async () => {
  const deck = await made("Linked plan");
  const visit = await editing(deck, "share");
  const { page } = visit;
  await visit.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("tab", { name: "Link" }).click();
  await page.getByText("No links yet.").waitFor();
  await page
    .getByRole("textbox", { name: "Name", exact: true })
    .fill("Council copy");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByText("Link copied.").waitFor();
  assert.match(
    await page.evaluate(() => navigator.clipboard.readText()),
    /\/view\/\S+$/,
  );
  await page
    .getByRole("button", { name: "Revoke the link “Council copy”" })
    .click();
  await page.getByText("No links yet.").waitFor();
  await visit.done();
});

test("a comment mentions a person, is answered by them, and resolved", async () => {
  const deck = await made("Talked about");
  await service.api("POST", `/api/presentations/${deck.id}/collaborators`, {
    email: BRAM.email,
    permission: "comment",
  });
  const visit = await editing(deck, "comments", { slide: 1 });
  const { page } = visit;
  const field = page.getByRole("textbox", {
    name: "Write a comment on slide 2",
  });
  await field.pressSequentially("Is it one lane, @Bra");
  await page.getByRole("option", { name: /Bram de Wit/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.type("or two?");
  await page.keyboard.press("Control+Enter");
  await page
    .getByRole("region", { name: "On slide 2, Three rules" })
    .getByText("@Bram de Wit")
    .waitFor();

  const bram = await editing(deck, "comments", { slide: 1, as: BRAM });
  await bram.page.getByRole("button", { name: "Reply" }).click();
  await bram.page
    .getByRole("textbox", { name: "Reply" })
    .fill("One. The source is in the notes.");
  await bram.page.keyboard.press("Control+Enter");
  await bram.page.getByText("One. The source is in the notes.").waitFor();
  assert.equal(
    await bram.page.getByRole("button", { name: "Resolve" }).count(),
    0,
    "Bram did not write it",
  );
  await bram.done();

  // The event stream brings the answer to all who have the deck open.
  await page.getByText("One. The source is in the notes.").waitFor();
  await page.getByRole("button", { name: "Resolve" }).click();
  await page.getByText("Comment resolved.").waitFor();
  await page.getByText("No comments here.").waitFor();
  const { comments } = await service.api(
    "GET",
    `/api/presentations/${deck.id}/comments`,
  );
  assert.deepEqual(
    comments.map(({ status, mentions }) => [
      status,
      mentions.map(({ email }) => email),
    ]),
    [["resolved", [BRAM.email]]],
  );
  await visit.done();
});

test("a version is named, compared, restored, and the restore is undone", async () => {
  const deck = await made("Kept plan");
  const visit = await editing(deck, "history", { slide: 1 });
  const { page } = visit;
  await page.getByText("Versions appear here as you work.").waitFor();
  await page.getByRole("button", { name: "Name this version" }).click();
  await page.getByLabel("Name of the version").fill("Sent to council");
  await page.getByRole("button", { name: "Keep this version" }).click();
  await page.getByRole("option", { name: /Sent to council/ }).waitFor();

  const slides = deck.slides.map((slide) =>
    slide.id === deck.slides[1].id
      ? { ...slide, content: { ...slide.content, title: "Four rules" } }
      : slide,
  );
  await service.api("PUT", `/api/presentations/${deck.id}`, { slides });
  await page
    .getByRole("button", { name: "Slide 2, Three rules, changed since" })
    .click();
  await page.getByText("Then", { exact: true }).waitFor();
  assert.equal(await page.locator("del").innerText(), "Three ");
  assert.equal(await page.locator("ins").innerText(), "Four ");

  await page.getByRole("button", { name: "Restore this" }).click();
  await page.getByText(/^Back to .+ The version before is kept\.$/).waitFor();
  assert.equal((await stored(deck)).slides[1].content.title, "Three rules");
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await until(
    "the restore is undone",
    async () => (await stored(deck)).slides[1].content.title === "Four rules",
  );
  await visit.done();
});

test("one slide of a version is brought back", async () => {
  const deck = await made("Half kept");
  await service.api("POST", `/api/presentations/${deck.id}/versions`, {
    name: "Whole",
  });
  await service.api("PUT", `/api/presentations/${deck.id}`, {
    slides: deck.slides.slice(0, 2),
  });
  const visit = await editing(deck, "history");
  const { page } = visit;
  await page
    .getByRole("button", { name: /^Slide 3, .*deleted since$/ })
    .click();
  await page.getByRole("button", { name: "Bring back this slide" }).click();
  await until(
    "the slide is back",
    async () =>
      (await stored(deck)).slides[2]?.content.quote === "Build for the tide.",
  );
  await visit.done();
});

/** The exported PowerPoint file of a deck with texts of its slides replaced. */
async function editedFile({ id }, replacements) {
  const visit = await service.visit();
  const answer = await visit.context.request.get(
    `${service.base}/api/presentations/${id}/export/pptx`,
  );
  const zip = await JSZip.loadAsync(await answer.body());
  await visit.done();
  for (const name of Object.keys(zip.files)) {
    if (!/^ppt\/slides\/slide\d+\.xml$/.test(name)) continue;
    let xml = await zip.file(name).async("string");
    for (const [old, fresh] of replacements)
      xml = xml.replaceAll(`>${old}<`, `>${fresh}<`);
    zip.file(name, xml);
  }
  return {
    name: "talk.pptx",
    mimeType:
      "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    buffer: await zip.generateAsync({ type: "nodebuffer" }),
  };
}

for (const width of [1440, 390]) {
  test(`a file that was exported here updates its deck, or becomes a new one, ${width} wide`, async () => {
    const deck = await made("Dropped again");
    const file = await editedFile(deck, [["Three rules", "Our rules"]]);
    const visit = await service.visit({ width });
    const { page } = visit;
    const offer = async () => {
      await page.goto(`${service.base}/app?new=file`);
      await page.locator("input[type=file]").setInputFiles(file);
      await page
        .getByRole("heading", {
          name: "This file was exported from “Dropped again”.",
        })
        .waitFor();
    };
    await offer();
    await page.locator("[data-first]:focus", { hasText: "Update the deck" }).waitFor();
    assert.deepEqual(await visit.violations(), []);
    await page.getByRole("button", { name: "Update the deck" }).click();
    const dialog = page.getByRole("dialog", {
      name: "Update from a PowerPoint file",
    });
    await dialog.getByText("1 change", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: "Apply 1 change" }).click();
    await until(
      "the deck is updated",
      async () => (await stored(deck)).slides[1].content.title === "Our rules",
    );
    await offer();
    await page.getByRole("button", { name: "Import as a new deck" }).click();
    await page.waitForURL(
      (url) =>
        /^\/app\/[\w-]+$/.test(url.pathname) && !url.pathname.includes(deck.id),
    );
    await visit.done();
  });

  test(`a PowerPoint file comes back, its changes are chosen, applied and undone, ${width} wide`, async () => {
    const deck = await made("There and back");
    const file = await editedFile(deck, [
      ["Water for every street", "Water for all"],
      ["Three rules", "Our rules"],
      ["Leave it better", "Leave it tidy"],
    ]);
    const slides = structuredClone(deck.slides);
    slides[1].content.title = "Four rules";
    await service.api("PUT", `/api/presentations/${deck.id}`, { slides });
    const visit = await editing(deck, "powerpoint", { width });
    const { page } = visit;
    const dialog = page.getByRole("dialog", {
      name: "Update from a PowerPoint file",
    });
    await dialog.locator("input[type=file]").setInputFiles(file);
    await dialog.getByText("3 changes").waitFor();
    const first = dialog.getByRole("region", { name: /^Slide 1: / });
    assert.equal(await first.locator("ins").innerText(), "all");
    assert.ok(await first.getByRole("checkbox").isChecked());
    await first.getByRole("checkbox").uncheck();
    const second = dialog.getByRole("region", { name: /^Slide 2: / });
    assert.ok(
      await second.getByRole("radio", { name: "Keep the deck’s" }).isChecked(),
    );
    await second.getByText("Take the file’s").click();
    assert.deepEqual(await visit.violations(), []);
    if (process.env.PICTURES)
      await page.screenshot({
        path: `${process.env.PICTURES}/back-${width}.png`,
      });
    await dialog.getByRole("button", { name: "Apply 2 changes" }).click();
    await page.getByText("2 changes applied.").waitFor();
    const contents = async () =>
      (await stored(deck)).slides.map(({ content }) => content);
    const after = await contents();
    assert.equal(after[0].title, "Water for every street");
    assert.equal(after[1].title, "Our rules");
    assert.equal(after[1].items[2].title, "Leave it tidy");
    await page
      .getByRole("button", { name: "Undo", exact: true })
      .last()
      .click();
    await until(
      "the changes are undone",
      async () => (await contents())[1].title === "Four rules",
    );
    await visit.done();
  });
}

test("a PowerPoint file of another deck is refused, and one without changes says so", async () => {
  const [deck, other] = [await made("Mine"), await made("Other")];
  const visit = await editing(deck, "", { mayFail: /409/ });
  await visit.page.getByRole("button", { name: "Export" }).click();
  await visit.page
    .getByRole("menuitem", { name: "Update from a PowerPoint file" })
    .click();
  const dialog = visit.page.getByRole("dialog", {
    name: "Update from a PowerPoint file",
  });
  const input = dialog.locator("input[type=file]");
  await input.setInputFiles(await editedFile(other, []));
  await dialog
    .getByText("The file was exported from another deck.")
    .waitFor();
  await input.setInputFiles(await editedFile(deck, []));
  await dialog.getByText("The file changes nothing.").waitFor();
  await visit.done();
});

test("hovering over a theme previews it on the canvas, choosing it changes the deck", async () => {
  const deck = await made("Dressed plan");
  const visit = await editing(deck, "deck");
  const { page } = visit;
  const ledger = page.getByRole("radio", { name: "Ledger" });
  const drawn = page.waitForRequest(
    (request) =>
      request.url().endsWith("/render") &&
      request.postDataJSON().theme === "ledger",
  );
  await ledger.hover();
  await drawn;
  assert.notEqual(
    (await stored(deck)).theme,
    "ledger",
    "resting changes nothing",
  );
  await ledger.click();
  await until(
    "the theme is saved",
    async () => (await stored(deck)).theme === "ledger",
  );
  await page.getByRole("switch", { name: "Builds" }).check();
  await page.getByLabel("Transition").selectOption("Fade");
  await until("the settings are saved", async () => {
    const { settings } = await stored(deck);
    return settings.stepParagraphs && settings.transitions.preset === "fade";
  });
  await visit.done();
});

test("a language is added and translated side by side, and missing texts are counted", async () => {
  const deck = await made("Two tongues");
  const visit = await editing(deck, "deck", { slide: 1 });
  const { page } = visit;
  await page.getByRole("button", { name: "Add a language" }).click();
  await page.getByLabel("Language or tag").fill("dutch");
  await page.keyboard.press("Enter");
  await page.getByText("8 missing").waitFor();
  await page.getByRole("button", { name: "Nederlands side by side" }).click();
  await page
    .getByRole("textbox", { name: "Headline in Nederlands, missing" })
    .fill("Drie regels");
  await page.getByText("2 of 9").waitFor();
  await page.keyboard.press("F8");
  assert.match(
    await page.evaluate(() =>
      document.activeElement.getAttribute("aria-label"),
    ),
    /missing$/,
  );
  await page.keyboard.type("Houd een strook open");
  await until("the texts are saved", async () => {
    const texts =
      (await stored(deck)).translations.nl?.slides?.[deck.slides[1].id]
        ?.content ?? {};
    return (
      texts.title === "Drie regels" &&
      texts["items.0.title"] === "Houd een strook open"
    );
  });
  await visit.done();
});

test("a slide type is found by its purpose and added, without the mouse", async () => {
  const deck = await made("Growing plan");
  const visit = await editing(deck, "", { slide: 1 });
  const { page } = visit;
  await page.getByRole("option", { name: /Three rules/ }).focus();
  await page.keyboard.press("n");
  await page.getByRole("dialog", { name: "Add a slide" }).waitFor();
  const picture = await page.getByRole("dialog").locator("img").first().getAttribute("src");
  const answer = await page.request.get(new URL(picture, page.url()).href);
  assert.match(answer.headers()["cache-control"], /immutable/, "opening the picker again requests no picture");
  await page.keyboard.type("numbers");
  await page.getByRole("option", { name: "Key figures" }).waitFor();
  await page.keyboard.press("Enter");
  await until(
    "the slide is there",
    async () =>
      (await stored(deck)).slides[2]?.type === "eu.svc.slide.kpi-metrics",
  );
  await visit.done();
});

test("a list becomes a text without loss, and undo restores the list", async () => {
  const deck = await made("Changed plan");
  const visit = await editing(deck, "", { slide: 1 });
  const { page } = visit;
  await page.getByRole("option", { name: /Three rules/ }).focus();
  await page.keyboard.press("t");
  const dialog = page.getByRole("dialog", { name: "Change the type" });
  await dialog
    .getByRole("option", { name: "Text Keeps everything" })
    .first()
    .click();
  await until(
    "it is a text",
    async () => (await stored(deck)).slides[1].type === "eu.svc.slide.content",
  );
  assert.match(
    (await stored(deck)).slides[1].content.body,
    /Keep one lane open/,
  );
  await page.keyboard.press("Control+z");
  await until(
    "it is a list again",
    async () => (await stored(deck)).slides[1].content.items?.length === 3,
  );
  await visit.done();
});

test("the assistant speaks the language of the page, and names fields as the page does", async () => {
  const deck = await made("Advised in Dutch");
  const long = "Every street gets water that is fit to drink. ".repeat(3);
  await service.api("PUT", `/api/presentations/${deck.id}`, {
    slides: [{ type: "image-slide", content: { title: "Quay", image: "https://x.test/quay.png", caption: long } }],
  });
  const visit = await service.visit({ locale: "nl-NL", mayFail: /x\.test/ });
  const { page } = visit;
  await page.goto(`${service.base}/app/${deck.id}?panel=assist`);
  await page.getByRole("button", { name: "Presentatie nakijken" }).click();
  await page.getByText("De presentatie heeft geen titeldia").first().waitFor();
  await page.getByText("Afbeelding: de afbeelding heeft geen alternatieve tekst.").first().waitFor();
  await page.getByRole("button", { name: "Dia splitsen" }).click();
  await page.getByText("Er is niets veranderd: dia 1 heeft niets om te splitsen.").waitFor();
  await page.locator("[data-first]").fill('Vervang "street" door "straat"');
  await page.keyboard.press("Enter");
  await page.getByText("“street” vervangen door “straat”.").first().waitFor();
  await visit.done();
});

test("a proposal is shown before it changes anything, applied, and undone as one step", async () => {
  const deck = await made("Advised plan");
  const visit = await editing(deck, "assist", { slide: 1 });
  const { page } = visit;
  await page.getByRole("button", { name: "Check the deck" }).click();
  const proposal = page.getByRole("article", { name: /Thank you/ });
  await proposal.waitFor();
  assert.equal((await stored(deck)).slides.length, 3, "nothing is changed yet");
  await proposal.getByRole("button", { name: "Accept" }).click();
  await until(
    "the slide is added",
    async () => (await stored(deck)).slides.length === 4,
  );
  const { versions } = await service.api(
    "GET",
    `/api/presentations/${deck.id}/versions`,
  );
  assert.deepEqual(
    versions.map(({ reason }) => reason),
    ["assistant"],
  );
  await page.getByText("Proposal accepted.").waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await until(
    "it is as before",
    async () => (await stored(deck)).slides.length === 3,
  );
  await visit.done();
});

test("a change of type that needs new text is proposed, not applied", async () => {
  const deck = await made("Reshaped plan");
  const visit = await editing(deck, "", { slide: 1 });
  const { page } = visit;
  await page.getByRole("option", { name: /Three rules/ }).focus();
  await page.keyboard.press("t");
  await page
    .getByRole("dialog", { name: "Change the type" })
    .getByRole("option", { name: "Timeline Rewrites the text" })
    .first()
    .click();
  const proposal = page.getByRole("article", { name: /Three rules/ });
  await proposal.waitFor();
  assert.equal((await stored(deck)).slides[1].type, "eu.svc.slide.list");
  // Both slides of the comparison and the canvas are drawn, though the deck has no timeline.
  await page.waitForFunction(() => {
    const hosts = document.querySelectorAll("article .host, .frame .drawn");
    const drawn = [...hosts].map((host) => host.shadowRoot?.textContent ?? "");
    return (
      drawn.length === 3 && drawn.every((text) => text.includes("Three rules"))
    );
  });
  await proposal.getByRole("button", { name: "Accept" }).click();
  await until(
    "it is a timeline",
    async () => (await stored(deck)).slides[1].type === "eu.svc.slide.timeline",
  );
  await visit.done();
});

test("the deck is exported as PowerPoint with the last letter typed", async () => {
  const deck = await made("Taken along");
  const visit = await editing(deck);
  const { page } = visit;
  await page.getByRole("button", { name: "Export" }).click();
  const arriving = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /^PowerPoint/ }).click();
  const file = await arriving;
  assert.equal(file.suggestedFilename(), "Taken along.pptx");
  assert.equal(
    (await readFile(await file.path())).subarray(0, 2).toString(),
    "PK",
  );
  await page.getByText(/^Taken along\.pptx, \d/).waitFor();
  await visit.done();
});

test("an export has the slides and pages that are chosen", async () => {
  const deck = await made("Taken along");
  const visit = await editing(deck);
  const { page } = visit;
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: "Export with choices…" }).click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  await dialog
    .getByLabel("Pages")
    .selectOption("Handout, 3 slides with lines to write on");
  await dialog.getByText("By number").click();
  await dialog.getByRole("button", { name: "Export" }).click();
  await dialog.getByText(/Write it like 1-3, 7, 9-/).waitFor();
  await dialog.getByLabel("Slide numbers").fill("2-");
  const arriving = page.waitForEvent("download");
  const asking = page.waitForRequest(/export\/pdf-slides\.pdf/);
  await dialog.getByRole("button", { name: "Export" }).click();
  assert.match((await asking).url(), /\?slides=2-&handout=3&lang=/);
  const file = await arriving;
  assert.equal(file.suggestedFilename(), "Taken along.pdf");
  await page.getByText(/^Taken along\.pdf, \d/).waitFor();
  await visit.done();
});

test("no choice of an export is beside a phone, in either language", async () => {
  for (const locale of ["en-GB", "nl-NL"]) {
    const visit = await editing(await made("Taken along"), "export", { width: 390, locale });
    const { page } = visit;
    const groups = page.getByRole("dialog").getByRole("radiogroup");
    await groups.first().waitFor();
    for (const group of await groups.all()) {
      const [inside, shown] = await group.evaluate((one) => [one.scrollWidth, one.clientWidth]);
      assert.equal(inside, shown);
    }
    for (const choice of await groups.getByRole("radio").all()) {
      const { x, width } = await choice.locator("xpath=..").boundingBox();
      assert.ok(x >= 0 && x + width <= 390, await choice.locator("xpath=..").innerText());
    }
    await visit.done();
  }
});

test("an export that takes long counts its seconds and can be stopped, from the command menu too", async () => {
  const deck = await made("Taken along");
  const visit = await editing(deck, "", { mayFail: /ERR_ABORTED|ERR_FAILED/ });
  const { page } = visit;
  let ended = () => {};
  await page.route("**/export/pptx*", (route) => new Promise((resolve) => (ended = () => resolve(route.abort()))));
  await page.locator(".frame .layer button").first().waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.type("export");
  await page.getByRole("option", { name: /^Export/ }).first().click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  await dialog.getByText("PowerPoint", { exact: true }).click();
  await dialog.getByRole("button", { name: "Export" }).click();
  await page.getByText(/^PowerPoint: drawing a deck of \d+ slides?… [3-9] s$/).first().waitFor();
  const stopped = page.waitForEvent("requestfailed", (request) => request.url().includes("/export/pptx"));
  await page.getByRole("button", { name: "Stop" }).click();
  await stopped;
  ended();
  await page.getByText(/^PowerPoint: drawing/).first().waitFor({ state: "detached" });
  assert.equal(await page.getByText("The export failed").count(), 0);
  await visit.done();
});

test("a video is made with progress, saved, and can be stopped", async () => {
  const deck = await made("Moving plan");
  const visit = await editing(deck);
  const { page } = visit;
  const choose = async () => {
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await page.getByRole("menuitem", { name: "Video MP4" }).click();
  };
  // Stopped: the server has no such job any more.
  await choose();
  await page.getByText(/^Video: slide \d of 3$/).first().waitFor();
  const removed = page.waitForResponse((answer) => answer.request().method() === "DELETE");
  await page.getByRole("button", { name: "Stop" }).click();
  const job = await removed;
  assert.equal(job.status(), 200);
  assert.equal((await page.request.get(job.url())).status(), 404);

  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("menuitem", { name: "Export with choices" }).click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  await dialog.getByText("Video", { exact: true }).click();
  await dialog.getByLabel("Time of each slide").selectOption("5 seconds");
  await dialog.getByLabel("Size").selectOption("1280 × 720");
  assert.deepEqual(await visit.violations(), []);
  const arriving = page.waitForEvent("download", { timeout: 120_000 });
  await dialog.getByRole("button", { name: "Export" }).click();
  const file = await arriving;
  assert.equal(file.suggestedFilename(), "Moving plan.mp4");
  const bytes = await readFile(await file.path());
  assert.equal(bytes.toString("latin1", 4, 8), "ftyp");
  await page.getByText(/^Moving plan\.mp4, /).first().waitFor();
  await visit.done();
});

test("a link to the comments opens them in a narrow window, Escape closes them, and going back opens them again", async () => {
  const deck = await made("Narrow plan");
  await service.api("POST", `/api/presentations/${deck.id}/comments`, { body: "Why so narrow?" });
  const visit = await service.visit({ width: 1024 });
  const { page } = visit;
  await page.goto(`${service.base}/app/${deck.id}?panel=comments`);
  await page.getByText("Why so narrow?").waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("Why so narrow?").waitFor({ state: "detached" });
  await page.waitForFunction(() => !location.search.includes("panel"));
  await page.goBack();
  await page.getByText("Why so narrow?").waitFor();
  await page.goForward();
  await page.getByText("Why so narrow?").waitFor({ state: "detached" });
  await visit.done();
});

test("a picture is added to the library, described, and used as the logo", async () => {
  const deck = await made("Pictured plan");
  const visit = await editing(deck, "deck");
  const { page } = visit;
  await page.getByRole("button", { name: "Choose" }).click();
  const dialog = page.getByRole("dialog", { name: "Pictures" });
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><rect width="4" height="3" fill="#0b6b75"/></svg>';
  const choosing = page.waitForEvent("filechooser");
  await dialog.getByRole("button", { name: "Add pictures" }).click();
  await (
    await choosing
  ).setFiles({
    name: "harbour.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.from(svg),
  });
  await dialog.getByRole("option").waitFor();
  await dialog.getByLabel("Alternative text").fill("The harbour at dawn");
  await dialog.getByRole("button", { name: "Use this picture" }).click();
  await until("the logo is saved", async () =>
    /^\/uploads\/harbour-/.test((await stored(deck)).settings.logo),
  );
  const { images } = await service.api("GET", "/api/image-library");
  assert.equal(images[0].alt, "The harbour at dawn");
  await visit.done();
});

test("on a phone the panel of translations can be closed, in Dutch too", async () => {
  const { id } = await made("Plain to all");
  await service.api("PUT", `/api/presentations/${id}`, { translations: { de: { title: "Für alle", slides: {} } } });
  const visit = await service.visit({ width: 390, locale: "nl-NL" });
  const { page } = visit;
  await page.goto(`${service.base}/app/${id}?panel=translate`);
  const panel = page.getByRole("region", { name: "Vertalen" });
  await panel.getByRole("button", { name: "Volgende ontbrekende" }).waitFor();
  await panel.getByRole("button", { name: "Sluiten" }).click({ timeout: 3000 });
  await panel.waitFor({ state: "detached" });
  await visit.done();
});

const ANYBODY = [
  ["share", "dialog", /^Share/],
  ["history", "dialog", /History|Version of/],
  ["powerpoint", "dialog", "Update from a PowerPoint file"],
  ["assist", "region", "Assist"],
  ["translate", "region", "Translate"],
];
for (const width of [1440, 390]) {
  for (const scheme of ["light", "dark"]) {
    test(`panels and dialogs are accessible, ${width} wide, ${scheme}`, async () => {
      const deck = await made("Plain to all");
      const [first, second] = deck.slides;
      await service.api("PUT", `/api/presentations/${deck.id}`, {
        translations: { nl: { title: "Voor iedereen", slides: {} } },
      });
      await service.api("POST", `/api/presentations/${deck.id}/versions`, {
        name: "Before",
      });
      await service.api("POST", `/api/presentations/${deck.id}/comments`, {
        body: "Why?",
        slideId: second.id,
      });
      const visit = await service.visit({ width, scheme });
      const { page } = visit;
      for (const [panel, role, name] of ANYBODY) {
        await page.goto(
          `${service.base}/app/${deck.id}?slideId=${first.id}&panel=${panel}`,
        );
        await page.getByRole(role, { name }).waitFor();
        await page.waitForLoadState("networkidle").catch(() => undefined);
        assert.deepEqual(await visit.violations(), [], panel);
      }
      for (const [panel, sign] of [
        ["deck", "Add a language"],
        ["comments", "Why?"],
      ]) {
        await page.goto(`${service.base}/app/${deck.id}?panel=${panel}`);
        await page.getByText(sign).waitFor();
        assert.deepEqual(await visit.violations(), [], panel);
      }
      await page.goto(`${service.base}/app/${deck.id}`);
      await page.getByRole("button", { name: /^Add slide/ }).click();
      await page.getByRole("dialog", { name: "Add a slide" }).waitFor();
      assert.deepEqual(await visit.violations(), [], "type picker");
      await visit.done();
    });
  }
}
