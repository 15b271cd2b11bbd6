// Every kind of edit reaches every editor: two browsers have one deck open, one of them edits, and what both show is
// compared with the server. Each kind is driven while both are online, while the other browser has no network, and while
// the own one has none.
//
// The kinds are those of the edit language, taken from the cases that server and app share (crates/deck/tests/edits.json):
// a new kind fails the test until it has a line here.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { until } from "../lectern.js";
import { lectern } from "./visit.js";

const VECTORS = new URL("../../crates/deck/tests/edits.json", import.meta.url);

let service;
before(async () => {
  service = await lectern();
});
after(() => service.stop());

const slide = (type, content, more = {}) => ({ type, content, ...more });
const stored = async (id) =>
  (await service.api("GET", `/api/presentations/${id}`)).presentation;

/** The kind of an edit: what it does, to which value, and whether to a text in another language. */
function kindOf({ op, path, lang }) {
  if (path === undefined) return op;
  const [head] = path.split(".");
  return [op, path === "" ? "whole slide" : head, lang && "in another language"]
    .filter(Boolean)
    .join(" ");
}

/** The kinds that the server accepts. */
async function kinds() {
  const { cases } = JSON.parse(await readFile(VECTORS, "utf8"));
  return new Set(
    cases
      .filter(({ changes }) => changes)
      .flatMap(({ edits }) => edits.map(kindOf)),
  );
}

/** A page of the editor, with the edits that it sends. */
async function editor(id) {
  const visit = await service.visit({
    mayFail: /ERR_INTERNET_DISCONNECTED|Failed to fetch|render$/,
  });
  const { page } = visit;
  await page.addInitScript(() =>
    localStorage.setItem("lectern.callouts", "text slide saved"),
  );
  const sent = new Set();
  page.on("request", (request) => {
    if (request.method() === "POST" && /\/edits$/.test(request.url()))
      for (const edit of request.postDataJSON().edits) sent.add(kindOf(edit));
  });
  await page.goto(`${service.base}/app/${id}`);
  await page.locator(".frame .layer button").first().waitFor();
  return { ...visit, sent };
}

const rows = (page) =>
  page.getByRole("listbox", { name: "Slides" }).getByRole("option");
const field = (page, name) =>
  page
    .locator(`.fields [data-path="${name}"] :is(textarea, input, .rich-text)`)
    .first();
const isSaved = (page) => page.locator('[data-save="saved"]').waitFor();

/** Selects a slide by its number. */
async function at(page, number) {
  if (
    (await rows(page)
      .nth(number - 1)
      .getAttribute("aria-selected")) === "true"
  )
    return;
  await rows(page)
    .nth(number - 1)
    .click();
  await page
    .locator(`.slides [aria-selected="true"][aria-label^="Slide ${number},"]`)
    .waitFor();
}
/** Opens the panel of the slide or of the deck. */
async function tab(page, name) {
  const there = page.getByRole("tab", { name, exact: true });
  if ((await there.getAttribute("aria-selected")) !== "true")
    await there.click();
}
async function unfold(page, name, inside) {
  if (!(await inside.isVisible()))
    await page.getByText(name, { exact: true }).first().click();
  await inside.waitFor();
}
/** Shows the deck in a language. */
async function language(page, name) {
  const menu = page.getByRole("button", { name: /, Language of the slides: / });
  if ((await menu.getAttribute("aria-label")).endsWith(`: ${name}`)) return;
  await menu.click();
  await page.getByRole("menu").getByText(name, { exact: true }).click();
  await page
    .getByRole("button", { name: `, Language of the slides: ${name}` })
    .waitFor();
}
const notes = (page) => page.locator(".notes textarea");
const duration = (page) => page.getByRole("spinbutton", { name: /^Time/ });
const transition = (page) => page.getByLabel("Transition to this slide");
const morphName = (page) => page.getByRole("combobox", { name: /^Name of “/ });
const changeType = (page) =>
  page.getByRole("button", { name: /, change type$/ });
const deckTitle = (page) =>
  page.getByRole("textbox", { name: "Title of the deck" });
const description = (page) =>
  page.locator(".deck").getByRole("textbox", { name: "Description" });

/** Links a slide of a deck to the slide library. */
async function link(id, slideId) {
  const { slide: kept } = await service.api("POST", "/api/slide-library", {
    presentationId: id,
    slideId,
    name: slideId,
  });
  const { revision } = await stored(id);
  const edit = {
    op: "set",
    slideId,
    path: "library",
    value: { id: kept.id, revision: kept.revision },
  };
  await service.api("POST", `/api/presentations/${id}/edits`, {
    client: "test",
    seq: revision,
    base: revision,
    edits: [edit],
  });
}

const THEMES = ["Ledger", "Observatory", "Signal"];
const DUTCH = { language: "Nederlands" };

/**
 * The steps, in turn, one for each kind. `act` edits in the first browser, in each of the rounds `n`. `seen` reads what a
 * browser shows, and `stored` what the server has; all must agree. A step is done in a language, with a slide and a panel.
 */
const STEPS = {
  "set content": {
    act: (page, n) => field(page, "title").fill(`Title ${n}`),
    seen: async (page) => [
      await field(page, "title").inputValue(),
      (await titles(page))[0],
    ],
    stored: ({ slides: [{ content }] }) => [content.title, content.title],
  },
  "set notes": {
    act: (page, n) => notes(page).fill(`Notes ${n}`),
    seen: (page) => notes(page).inputValue(),
    stored: ({ slides }) => slides[0].notes,
  },
  "set duration": {
    act: async (page, n) => {
      await unfold(page, "Show and hide", duration(page));
      await duration(page).fill(String(20 + n));
      await duration(page).press("Tab");
    },
    seen: async (page) => {
      await unfold(page, "Show and hide", duration(page));
      return Number(await duration(page).inputValue());
    },
    stored: ({ slides }) => slides[0].duration,
  },
  "set transition": {
    act: async (page, n) => {
      await unfold(page, "Transition", transition(page));
      await transition(page).selectOption(["cube", "push", "morph"][n]);
    },
    seen: async (page) => {
      await unfold(page, "Transition", transition(page));
      return transition(page).inputValue();
    },
    stored: ({ slides }) => slides[0].transition,
  },
  "set morphNames": {
    act: async (page, n) => {
      await unfold(page, "Transition", transition(page));
      if (n === 0) await page.getByLabel("Name a part").selectOption("title");
      await morphName(page).fill(`Part ${n}`);
      await morphName(page).press("Tab");
    },
    seen: async (page) => {
      await unfold(page, "Transition", transition(page));
      return morphName(page).inputValue();
    },
    stored: ({ slides }) => slides[0].morphNames?.title,
  },
  "set library": {
    slide: (n) => 5 + n,
    act: (page) =>
      page.locator(".fields").getByRole("button", { name: "Unlink" }).click(),
    seen: async (page) =>
      (await page
        .locator(".fields")
        .getByRole("button", { name: "Unlink" })
        .count()) > 0,
    stored: ({ slides }, n) => Boolean(slides[4 + n].library),
  },
  "set visibility": {
    slide: () => 2,
    act: (page) => rows(page).nth(1).press("h"),
    seen: async (page) =>
      /hidden/i.test(await rows(page).nth(1).getAttribute("aria-label")),
    stored: ({ slides }) => Boolean(slides[1].visibility?.hideInPresentation),
  },
  "set type": {
    slide: () => 3,
    act: async (page) => {
      const wanted = (await isText(page)) ? "Picture and text" : "Text";
      await changeType(page).click();
      await page.getByRole("dialog").waitFor();
      await page.keyboard.type(wanted.toLowerCase());
      await page
        .getByRole("option", { name: new RegExp(`^${wanted}`) })
        .first()
        .click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
    },
    seen: isText,
    stored: ({ slides }) => slides[2].type === "eu.svc.slide.content",
  },
  // The change of type is taken back.
  "set whole slide": {
    slide: () => 3,
    act: (page) => rows(page).nth(2).press("Control+z"),
    seen: isText,
    stored: ({ slides }) => slides[2].type === "eu.svc.slide.content",
  },
  insert: {
    act: (page) => rows(page).nth(0).press("Control+d"),
    seen: titles,
    stored: storedTitles,
  },
  move: {
    act: (page) => rows(page).nth(0).press("Alt+ArrowDown"),
    seen: titles,
    stored: storedTitles,
  },
  remove: {
    act: (page) => rows(page).nth(0).press("Delete"),
    seen: titles,
    stored: storedTitles,
  },
  "deck title": {
    act: (page, n) => writeTitle(page, `Tide ${n}`),
    seen: (page) => deckTitle(page).inputValue(),
    stored: ({ title }) => title,
  },
  "deck theme": {
    panel: "Deck",
    act: (page, n) => page.getByRole("radio", { name: THEMES[n] }).click(),
    seen: (page) =>
      page
        .getByRole("radio", { checked: true })
        .first()
        .evaluate((one) => (one.ariaLabel ?? one.textContent).trim()),
    stored: ({ theme }) => THEMES.find((name) => name.toLowerCase() === theme),
  },
  "deck description": {
    panel: "Deck",
    act: async (page, n) => {
      await description(page).fill(`About ${n}`);
      await page.keyboard.press("Tab");
    },
    seen: (page) => description(page).inputValue(),
    stored: (deck) => deck.description,
  },
  "deck settings": {
    panel: "Deck",
    act: async (page, n) => {
      await page
        .getByLabel("Transition", { exact: true })
        .selectOption(["push", "fade", "cube"][n]);
      await page.getByRole("switch", { name: "Builds" }).click();
    },
    seen: async (page) => [
      await page.getByLabel("Transition", { exact: true }).inputValue(),
      await page.getByRole("switch", { name: "Builds" }).isChecked(),
    ],
    stored: ({ settings }) => [
      settings.transitions.preset,
      settings.stepParagraphs,
    ],
  },
  "deck translations": {
    panel: "Deck",
    act: async (page, n) => {
      await page.getByRole("button", { name: "Add a language" }).click();
      await page
        .getByLabel("Language or tag")
        .fill(["german", "french", "spanish"][n]);
      await page.keyboard.press("Enter");
      await page.getByLabel("Language or tag").waitFor({ state: "detached" });
    },
    seen: async (page) =>
      (
        await page
          .locator(".deck section")
          .nth(1)
          .locator(".tag")
          .allInnerTexts()
      ).sort(),
    stored: ({ languages }) => [...languages].sort(),
  },
  "set content in another language": {
    ...DUTCH,
    act: (page, n) => field(page, "title").fill(`Titel ${n}`),
    seen: (page) => field(page, "title").inputValue(),
    stored: ({ slides, translations }) =>
      translations.nl.slides[slides[0].id].content.title,
  },
  "set notes in another language": {
    ...DUTCH,
    act: (page, n) => notes(page).fill(`Notities ${n}`),
    seen: (page) => notes(page).inputValue(),
    stored: ({ slides, translations }) =>
      translations.nl.slides[slides[0].id].notes,
  },
  "deck title in another language": {
    ...DUTCH,
    act: (page, n) => writeTitle(page, `Getij ${n}`),
    seen: (page) => deckTitle(page).inputValue(),
    stored: ({ translations }) => translations.nl.title,
  },
  "deck description in another language": {
    ...DUTCH,
    act: (page, n) => sideBySide(page, (text) => text.fill(`Over ${n}`)),
    seen: (page) => sideBySide(page, (text) => text.inputValue()),
    stored: ({ translations }) => translations.nl.description,
  },
  // It exchanges the texts of the two languages, so it is taken back.
  "deck language": {
    panel: "Deck",
    act: async (page) => {
      await page
        .getByRole("button", { name: "Nederlands, more actions" })
        .click();
      await page.getByRole("menuitem", { name: "Make main language" }).click();
      await page.locator(".deck .state", { hasText: "Main" }).waitFor();
    },
    undo: (page) => page.keyboard.press("Control+z"),
    seen: (page) =>
      page
        .locator(".deck section li")
        .filter({ has: page.locator(".state", { hasText: "Main" }) })
        .locator(".tag")
        .innerText(),
    stored: (deck) => deck.language,
  },
};

function titles(page) {
  return rows(page).evaluateAll((all) =>
    all.map((row) => row.getAttribute("aria-label").split(", ")[1]),
  );
}
function storedTitles({ slides }) {
  return slides.map(({ content }) => content.title);
}
async function isText(page) {
  return (await changeType(page).getAttribute("aria-label")).startsWith(
    "Text,",
  );
}
async function writeTitle(page, title) {
  await deckTitle(page).fill(title);
  await deckTitle(page).press("Enter");
}
/** Uses the field of the deck's description in the panel of translations, and closes it. */
async function sideBySide(page, use) {
  await page
    .getByRole("button", { name: /, Language of the slides: / })
    .click();
  await page.getByRole("menu").getByText("Side by side").click();
  const value = await use(
    page.getByRole("textbox", {
      name: /^Description of the deck in Nederlands/,
    }),
  );
  await page.getByRole("button", { name: "Close" }).click();
  return value;
}

/** Goes to where a step is done. */
async function goTo(
  page,
  { language: name = "English", slide: number = () => 1, panel = "Slide" },
  n,
) {
  await language(page, name);
  await tab(page, panel);
  await at(page, number(n));
}

test("every kind of edit reaches every editor, and after an offline phase too", async () => {
  const slides = ["Title", "Two", "Three", "Four", "Five", "Six", "Seven"].map(
    (title) => slide("content-slide", { title, body: "Text" }),
  );
  // Names for morph are offered where a slide morphs.
  slides[3].transition = "morph";
  const translations = {
    nl: { title: "Getij", description: "Over", slides: {} },
  };
  const body = {
    title: "Tide",
    description: "About",
    language: "en",
    languages: ["en", "nl"],
    translations,
    slides,
  };
  const { presentation } = await service.api(
    "POST",
    "/api/presentations",
    body,
  );
  const { id } = presentation;
  for (const linked of presentation.slides.slice(4)) await link(id, linked.id);
  const [mine, other] = [await editor(id), await editor(id)];

  const agree = async (name, n) => {
    const step = STEPS[name];
    for (const [whose, { page }] of [
      ["mine", mine],
      ["the other", other],
    ]) {
      let [shown, wanted] = [];
      await until(`${name}, round ${n}, ${whose}`, async () => {
        await goTo(page, step, n);
        [shown, wanted] = [
          JSON.stringify(await step.seen(page)),
          JSON.stringify(step.stored(await stored(id), n)),
        ];
        return shown === wanted;
      }).catch((fault) => {
        throw new Error(`${fault.message}: shown ${shown}, stored ${wanted}`);
      });
    }
  };
  const phases = [
    { name: "both online", begin: () => undefined, end: () => undefined },
    {
      name: "the other offline",
      begin: () => other.context.setOffline(true),
      end: () => other.context.setOffline(false),
    },
    {
      name: "offline",
      begin: () => mine.context.setOffline(true),
      end: () => mine.context.setOffline(false),
    },
  ];
  for (const [n, phase] of phases.entries()) {
    await phase.begin();
    for (const [name, step] of Object.entries(STEPS)) {
      await goTo(mine.page, step, n);
      await step.act(mine.page, n);
      if (n === 0) {
        await isSaved(mine.page);
        await agree(name, n);
      }
      await step.undo?.(mine.page);
    }
    await phase.end();
    await isSaved(mine.page);
    for (const name of Object.keys(STEPS)) await agree(name, n);
  }
  assert.deepEqual(
    [...mine.sent].sort(),
    [...(await kinds())].sort(),
    "each kind was sent, and no other",
  );
  assert.deepEqual(
    Object.keys(STEPS).sort(),
    [...(await kinds())].sort(),
    "each kind has a step",
  );
  await mine.done();
  await other.done();
});
