// A pseudo-language: every text in brackets and 40% longer. A text without brackets is missing from the language files;
// one that does not fit would not fit in German.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { allPages, opened, WRITTEN } from "./pages.js";
import { lectern } from "./visit.js";

const dist = new URL("../../web/dist/", import.meta.url);

let service, pages, manifest;
before(async () => {
  service = await lectern();
  pages = await allPages(service);
  manifest = JSON.parse(
    await readFile(new URL(".vite/manifest.json", dist), "utf8"),
  );
});
after(() => service?.stop());

/** A text in the pseudo-language. Placeholders stay as they are. */
function pseudo(text) {
  const more = Math.ceil(text.replace(/\{\w+\}/g, "").length * 0.4);
  const filler = " ōōōō".repeat(Math.ceil(more / 5)).slice(0, more);
  return `⟦${text}${filler}⟧`;
}

/** Serves the pseudo-language in place of Dutch. */
async function translateApp(context) {
  const word = /^src\/lang\/nl\/(\w+)\.json$/;
  const files = new Map();
  for (const [source, { file }] of Object.entries(manifest)) {
    const area = word.exec(source)?.[1];
    if (area) files.set(`/${file}`, area);
  }
  assert.ok(files.size > 5, "each area of words is a file of its own");
  await context.addInitScript(() =>
    localStorage.setItem("lectern.language", "nl"),
  );
  await context.route("**/assets/*.js", async (route) => {
    const path = new URL(route.request().url()).pathname;
    const area = files.get(path);
    if (!area) return route.continue();
    const built = await import(new URL(`.${path}`, dist));
    const english = JSON.parse(
      await readFile(new URL(`../src/lang/en/${area}.json`, dist), "utf8"),
    );
    const words = Object.fromEntries(
      Object.entries(english).map(([key, text]) => [key, pseudo(text)]),
    );
    const names = Object.keys(built).map((name) => `words as ${name}`);
    const body = `const words = ${JSON.stringify(words)};\nexport { ${names.join(", ")} };`;
    return route.fulfill({ contentType: "text/javascript", body });
  });
}

/** Texts of pages that the server renders: those for the audience, and the sign-in page. */
const SERVED = [
  "../../web/src/lang/nl/hall.json",
  "../../crates/server/src/routes/page/signin.nl.json",
];

/** Replaces texts by the pseudo-language in pages that the server renders, and in the texts for their scripts. */
async function translateServed(context) {
  const tables = SERVED.map(async (file) =>
    JSON.parse(await readFile(new URL(file, import.meta.url), "utf8")),
  );
  const texts = (await Promise.all(tables)).flatMap(Object.values);
  const asHtml = (text) =>
    text
      .replaceAll("&", "&amp;")
      .replaceAll("'", "&#39;")
      .replaceAll('"', "&quot;");
  const asPattern = (text) =>
    asHtml(text)
      .replace(/[.*+?^$()|[\]\\]/g, "\\$&")
      .replace(/\{\w+\}/g, "[^<{}]*?");
  const visibleText = new RegExp(
    `(>\\s*)(${texts.map(asPattern).join("|")})(?=\\s*<)`,
    "g",
  );
  const all = (words) =>
    Object.fromEntries(
      Object.entries(words).map(([key, text]) => [key, pseudo(text)]),
    );
  const data =
    /(<script type="application\/json" id="(data|words)">)(.*?)(?=<\/script>)/gs;
  await context.route("**", async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch();
    const body = (await response.text())
      .replace(visibleText, (_, before, text) => before + pseudo(text))
      .replace(data, (_, before, id, json) => {
        const held = JSON.parse(json);
        const texts =
          id === "words"
            ? all(held)
            : { ...held, words: all(held.words ?? {}) };
        return before + JSON.stringify(texts).replaceAll("<", "\\u003c");
      });
    return route.fulfill({ response, body });
  });
}

/** Names that are the same in every language: of people, formats, scopes, vendors and themes. */
const NAMES = [
  ..."Lectern Administrator ada@tide.test PDF PowerPoint JSON Markdown MCP HTTP API HTML CSV PNG".split(
    " ",
  ),
  ..."EN NL en nl English Nederlands Engels Default read write export ai".split(
    " ",
  ),
  ..."OpenAI Anthropic Claude Mistral Google Gemini DeepSeek Ollama OpenAI-compatible server Built-in".split(
    " ",
  ),
  ..."Quay Atelier Blueprint Clarity Confetti Ledger Observatory Signal Tideline".split(
    " ",
  ),
];
/** Texts of the browser itself. */
const BY_THE_BROWSER =
  /\d|\b(nu|gisteren|eergisteren|zojuist)\b|januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december/;

/** Runs in the page: finds visible texts without brackets, and texts that are cut off or overlap. */
function look() {
  const bare = new Set();
  const cut = new Set();
  const isPseudo = /⟦/.test(document.body.innerText);
  const isSeen = (part) =>
    part.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !part.closest(".unseen, svg, kbd, pre, code, option, [aria-hidden=true]");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: part, textContent } = walker.currentNode;
    const text = textContent.trim();
    if (
      !text ||
      /^(SCRIPT|STYLE|TEMPLATE)$/.test(part.tagName) ||
      !isSeen(part)
    )
      continue;
    // A text may consist of several nodes around a value, each with one bracket or none.
    const left = text.replace(/⟦[^⟧]*⟧/g, " ").replace(/^[^⟦]*⟧|⟦[^⟧]*$/g, " ");
    if (/\p{L}{2,}/u.test(left)) bare.add(left.trim());
    if (!/[⟦⟧]/.test(text)) continue;
    const style = getComputedStyle(part);
    const hides = /hidden|clip/.test(style.overflowX);
    if (hides && part.scrollWidth > part.clientWidth + 1)
      cut.add(`cut: ${text.slice(0, 60)}`);
  }
  const controls = [
    ...document.querySelectorAll(
      "button, a[href], input, select, textarea, [role=tab]",
    ),
  ].filter((part) => isSeen(part) && !part.closest(".layer, [inert]"));
  for (const [at, one] of controls.entries()) {
    const a = one.getBoundingClientRect();
    if (!a.width || getComputedStyle(one).position === "absolute") continue;
    for (const other of controls.slice(at + 1)) {
      if (other.parentElement !== one.parentElement) continue;
      const b = other.getBoundingClientRect();
      if (getComputedStyle(other).position === "absolute") continue;
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 2 && high > 2)
        cut.add(
          `over: ${one.textContent.trim().slice(0, 30)} / ${other.textContent.trim().slice(0, 30)}`,
        );
    }
  }
  const by = document.documentElement.scrollWidth - innerWidth;
  if (by > 0) cut.add(`sideways by ${by}`);
  return { isPseudo, bare: [...bare], cut: [...cut] };
}

for (const [width, signedIn] of [
  [1440, true],
  [390, true],
  [1440, false],
  [390, false],
]) {
  const who = signedIn ? "members" : "anybody";
  test(`every text for ${who} is in the language files and has room, ${width} wide`, async () => {
    const visit = await service.visit({
      width,
      locale: "nl-NL",
      signedIn,
      mayFail: /40[34]/,
    });
    await (signedIn ? translateApp : translateServed)(visit.context);
    const wrong = {};
    for (const one of pages.filter((page) => page.signedIn === signedIn)) {
      await opened(visit, service, one);
      const { isPseudo, bare, cut } = await visit.page.evaluate(look);
      // The projector has no text.
      assert.ok(isPseudo || one.name === "projector", one.name);
      const own = bare.filter(
        (text) =>
          !WRITTEN.some(
            (written) => written.includes(text) || text.includes(written),
          ) &&
          !text
            .split(/[\s,·:/()→]+/)
            .every((part) => part.length < 2 || NAMES.includes(part)) &&
          !BY_THE_BROWSER.test(text),
      );
      if (own.length || cut.length) wrong[one.name] = [...own, ...cut];
    }
    assert.deepEqual(wrong, {});
    await visit.done();
  });
}
