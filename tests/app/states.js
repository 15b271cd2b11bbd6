// Pages that are reached by more than an address: dialogs, panels and states in which the contact sheets show the app, beside
// the pages of `pages.js`.

import { createHash } from "node:crypto";

const SECTIONS = [
  [
    "Why ships wait",
    "The old quay takes six ships at once. In summer eleven ships arrive on a day, so five of them wait outside.",
  ],
  [
    "What we propose",
    "A second quay takes ten ships at once. Dredging can be done in one season, while the old quay stays open.",
  ],
  [
    "What it costs",
    "The sum is 40 million euro over two years. The port fund pays half, and the rest is a loan of the city.",
  ],
];
const DOCUMENT = ["# The second quay", ...SECTIONS.map(([title, text]) => `## ${title}\n\n${text}`)].join("\n\n");

const SLIDES = [
  {
    type: "title",
    content: { title: "The harbour in ten years", subtitle: "What we build, and when" },
    notes: "Welcome.",
  },
  { type: "chapter-title", content: { title: "Where we are" } },
  {
    type: "content",
    content: {
      title: "What we know",
      body: "The old quay takes **six** ships.\n\n- In summer eleven arrive\n- Five of them wait",
    },
  },
  {
    type: "chart",
    content: { title: "Ships a day", data: "Month,Ships\nMay,7\nJune,9\nJuly,11\nAugust,10", chartType: "bar" },
  },
  { type: "chapter-title", content: { title: "Where we go" } },
  { type: "image-text", content: { title: "The new quay", body: "Nine months of work.", images: [{}] } },
  { type: "poll", content: { question: "Which berth first?", option1: "North", option2: "South" } },
];

const button = (page, name) => page.getByRole("button", { name }).first();

/**
 * Creates content and returns states: `{name, path, ready, signedIn, act}`. `act` does what leads to the state, in either
 * language. `account` is another account to sign in with.
 */
export async function allStates(service) {
  const { api, base } = service;
  const deck = (
    await api("POST", "/api/presentations", { title: "The harbour in ten years", language: "en", slides: SLIDES })
  ).presentation;
  const slide = (number) => deck.slides[number - 1].id;
  await api("PUT", `/api/presentations/${deck.id}/folder`, { name: "Harbour" });
  await api("PUT", `/api/presentations/${deck.id}/star`);
  const { publication } = await api("PUT", `/api/presentations/${deck.id}/publication`, {});
  const talk = await api("POST", "/api/present-sessions", { presentationId: deck.id });
  await api("PUT", `/api/presentations/${deck.id}/data/sales`, [
    { region: "North", total: 1200 },
    { region: "South", total: 900 },
  ]);
  const eva = { email: "eva@tide.test", password: "long enough" };
  await api("POST", "/api/admin/users", { ...eva, name: "Eva" });

  const state = (name, path, ready, act, more = {}) => ({ name, path, ready, act, signedIn: true, ...more });
  const anybody = (name, path, ready, act) => state(name, path, ready, act, { signedIn: false });
  const editor = (name, number, act, query = "") =>
    state(name, `/app/${deck.id}?slideId=${slide(number)}${query}`, ".frame .layer button", act);
  const settings = (name) => state(`settings ${name}`, `/settings/${name}`, "main h2, main h1");
  const press = (name) => async (page) => button(page, name).click();
  const shown = (page, selector) => page.locator(selector).first().waitFor();
  const consoleOf = (then) => async (page) => {
    await page.goto(`${base}/present/${deck.id}?rehearse`);
    await shown(page, ".stage-layer");
    await then?.(page);
  };

  const client = await (
    await fetch(`${base}/oauth/register`, {
      method: "POST",
      body: JSON.stringify({ client_name: "Harbour agent", redirect_uris: ["http://127.0.0.1:9/callback"] }),
    })
  ).json();
  const request = new URLSearchParams({
    response_type: "code",
    client_id: client.client_id,
    redirect_uri: "http://127.0.0.1:9/callback",
    state: "harbour",
    code_challenge: createHash("sha256").update("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk").digest("base64url"),
    code_challenge_method: "S256",
    resource: `${base}/mcp`,
  });

  return [
    state("home, empty", "/app", "main h1, main h2", undefined, { account: eva }),
    state("folder and star", "/app?folder=Harbour", "[data-card]"),
    state("list, searching", "/app?q=berth", "[data-card]"),
    state("list, nothing found", "/app?q=xyzzy", "main h2, main p"),
    state("list, selecting", "/app", "[data-card]", async (page) => {
      await page.locator("[data-card]").first().focus();
      await page.keyboard.press("x");
    }),
    state("list, offline", "/app", "[data-card]", async (page) => {
      await page.context().setOffline(true);
      await page.waitForTimeout(500);
    }),
    state("new deck from a document", "/app?new=document", "[role=dialog] input[type=file]"),
    state("outline", "/app?new=document", "[role=dialog] input[type=file]", async (page) => {
      const file = { name: "quay.md", mimeType: "text/markdown", buffer: Buffer.from(DOCUMENT) };
      await page.locator("[role=dialog] input[type=file]").setInputFiles(file);
      await shown(page, "[role=dialog] li input");
    }),
    state("new deck from a file", "/app?new=file", "[role=dialog] input[type=file]"),
    editor("first words", 1, async (page) => {
      await page.addInitScript(() => localStorage.removeItem("lectern.callouts"));
      await page.reload();
      await shown(page, "aside");
    }),
    editor("editor, offline", 3, async (page) => {
      await page.context().setOffline(true);
      await page.waitForTimeout(500);
    }),
    editor("writing a title", 1, async (page) => page.locator(".frame .layer button").first().press("Enter")),
    editor("text in the fields", 3),
    editor("chart", 4),
    editor("picture wanted", 6),
    editor("notes folded", 1, async (page) => {
      const fold = page.locator(".notes button[aria-expanded]");
      if (await fold.count()) await fold.click();
    }),
    editor("type picker", 3, press(/^(Add slide|Dia toevoegen)/)),
    editor("commands", 3, async (page) => page.keyboard.press("Control+k")),
    editor("keys", 3, async (page) => page.keyboard.press("?")),
    editor("find and replace", 3, async (page) => page.keyboard.press("Control+h")),
    editor("export choices", 3, undefined, "&panel=export"),
    editor("powerpoint", 3, undefined, "&panel=powerpoint"),
    editor(
      "publish",
      3,
      async (page) => page.getByRole("tab", { name: /^(Publish|Publiceren)/ }).click(),
      "&panel=share",
    ),
    editor("views", 3, async (page) => page.getByRole("tab", { name: /^(Views|Weergaven)/ }).click(), "&panel=share"),
    editor("links", 3, async (page) => page.getByRole("tab", { name: /^Link/ }).click(), "&panel=share"),
    editor("live", 3, async (page) => page.getByRole("tab", { name: "Live" }).click(), "&panel=share"),
    editor("pictures", 6, async (page) => {
      await page.evaluate(() =>
        document.querySelector(".frame")?.querySelector("button.invite, .invite button, .invite")?.click(),
      );
      await page.waitForTimeout(600);
    }),
    editor(
      "data",
      4,
      async (page) => {
        await page
          .locator(".inspector .scroll, .below")
          .first()
          .evaluate((pane) => pane.scrollTo(0, 100_000));
      },
      "&panel=deck",
    ),
    settings("webhooks"),
    settings("provisioning"),
    settings("audit"),
    state("theme of a file", "/settings/themes/new", "main h1, main h2"),
    state("rehearsal", `/present/${deck.id}`, ".checks li:first-child.ok", consoleOf()),
    state("console", `/present/${deck.id}`, ".checks li:first-child.ok", async (page) => {
      await button(page, /^(Present here|Hier presenteren)/).click();
      await page.waitForTimeout(600);
      const toConsole = button(page, /^(Presenter console|Sprekersscherm)/);
      if (await toConsole.count()) await toConsole.click();
      await page.waitForTimeout(400);
    }),
    state(
      "keys of the talk",
      `/present/${deck.id}`,
      ".checks li:first-child.ok",
      consoleOf((page) => page.keyboard.press("?")),
    ),
    state(
      "overview",
      `/present/${deck.id}`,
      ".checks li:first-child.ok",
      consoleOf((page) => page.keyboard.press("g")),
    ),
    state(
      "end of a rehearsal",
      `/present/${deck.id}`,
      ".checks li:first-child.ok",
      consoleOf(async (page) => {
        await page.keyboard.press("ArrowRight");
        await page.waitForTimeout(1200);
        const more = button(page, /^(More controls|Meer bediening)/);
        if (await more.isVisible()) await more.click();
        await page
          .getByRole("button", { name: /^(Finish|Afronden)/ })
          .last()
          .click();
        await page.waitForTimeout(400);
      }),
    ),
    anybody("go, wrong", "/go/ZZZZ", "form"),
    anybody("remote", `/notes/${talk.sessionId}?key=${talk.remoteKey}`, "main"),
    anybody("follow, asking", `/follow/${talk.sessionId}`, "#frame section", async (page) =>
      button(page, /^(Ask a question|Vraag stellen)/).click(),
    ),
    anybody("view, gone", "/view/nothing", "main"),
    anybody("published", `/p/${publication.slug}`, "section.slide"),
    anybody("published, gone", "/p/nothing-here", "main"),
    anybody("link to come in", "/signin?token=nothing", "form"),
    state("consent", `/oauth/authorize?${request}`, "form"),
  ];
}
