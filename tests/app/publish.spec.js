// A deck is published in the editor, read by people without an account, and embedded by a page of another site.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { violations } from "../chromium.js";
import { until } from "../lectern.js";
import { lectern } from "./visit.js";

/** The user agent of an ordinary browser. That of headless Chromium says `HeadlessChrome`, whose views are not counted. */
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";

let service;
let deck;

before(async () => {
  service = await lectern();
  const slides = [
    { type: "title", content: { title: "High water", subtitle: "What we build" } },
    { type: "content", content: { title: "Ebb", body: "- It falls\n- Twice a day" } },
    { type: "quote", content: { quote: "Build for the tide.", attribution: "The harbour master" } },
  ];
  deck = (await service.api("POST", "/api/presentations", { title: "Harbour plan", slides })).presentation;
});
after(() => service?.stop());

test("a deck is published in the editor", async () => {
  const visit = await service.visit();
  const { page } = visit;
  await page.goto(`${service.base}/app/${deck.id}`);
  await page.getByRole("button", { name: "Share" }).first().click();
  await page.getByRole("tab", { name: "Publish" }).click();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("link", { name: `${service.base}/p/harbour-plan` }).waitFor();
  await page.getByText("The page is up to date.").waitFor();
  await page.getByRole("switch", { name: "Offer downloads" }).click();
  await until("downloads are offered", async () => {
    const { publication } = await service.api("GET", `/api/presentations/${deck.id}/publication`);
    return publication.downloads;
  });
  assert.deepEqual(await visit.violations(), []);
  await visit.done();
});

test("the page is read by keyboard, by address and as text, and its views are counted", async () => {
  const visit = await service.visit({ signedIn: false });
  const context = await visit.context.browser().newContext({ userAgent: BROWSER });
  const page = await context.newPage();
  await page.goto(`${service.base}/p/harbour-plan`);
  const shown = () => page.locator("section.slide:not(.turned)").getAttribute("aria-label");
  assert.match(await shown(), /High water/);
  await page.keyboard.press("ArrowRight");
  assert.match(await shown(), /Ebb/);
  assert.match(page.url(), /#2$/);
  await page.keyboard.press("End");
  await page.getByText("3 of 3", { exact: true }).waitFor();
  assert.deepEqual(await violations(page), []);
  // As when the reader turns to another tab.
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await page.goto("about:blank");
  await page.goto(`${service.base}/p/harbour-plan#2`);
  assert.match(await shown(), /Ebb/);
  await page.getByRole("link", { name: "Read as text" }).click();
  await page.getByRole("heading", { name: "High water" }).waitFor();
  assert.equal(await page.locator("li").first().textContent(), "PDF");
  await page.getByText("It falls").waitFor();
  assert.deepEqual(await violations(page), []);
  await context.close();
  await visit.done();
  await until("the views are counted", async () => {
    const views = await service.api("GET", `/api/presentations/${deck.id}/analytics`);
    return views.views === 3 && views.visitors === 1 && views.finished >= 1;
  });
});

test("the page is read without script, on a phone", async () => {
  const visit = await service.visit({ signedIn: false, width: 390 });
  await visit.context.route("**/*.js", (route) => route.abort());
  await visit.page.goto(`${service.base}/p/harbour-plan`);
  assert.equal(await visit.page.locator("section.slide").count(), 3);
  await visit.page.getByRole("blockquote").getByText("Build for the tide.").scrollIntoViewIfNeeded();
  await visit.context.close();
});

test("a page of another site embeds the deck, hears which slide is shown and turns to another", async () => {
  const parts = (html) => `<!doctype html><title>Blog</title><h1>Blog</h1>${html}`;
  const server = createServer((_, answer) => {
    answer.setHeader("content-type", "text/html; charset=utf-8");
    answer.end(
      parts(`<iframe src="${service.base}/embed/harbour-plan" title="Harbour plan" width="800" height="500"></iframe>
        <script>
          window.heard = [];
          addEventListener("message", (event) => {
            if (event.origin === "${service.base}" && event.data.source === "lectern") heard.push(event.data);
          });
        </script>`),
    );
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const blog = `http://localhost:${server.address().port}`;
  try {
    const refused = await service.visit({ signedIn: false, mayFail: /frame-ancestors|Framing/ });
    await refused.page.goto(blog);
    await until("the frame is refused", async () => {
      const frame = refused.page.frames()[1];
      return frame && frame.url() !== "about:blank" && frame.url() !== "" && !(await frame.content().catch(() => "")).includes("High water");
    });
    await refused.context.close();

    const me = await service.api("GET", "/api/auth/me");
    await service.api("PUT", `/api/organizations/${me.organization.id}/publishing`, { sites: [blog] });
    const visit = await service.visit({ signedIn: false });
    const { page } = visit;
    await page.goto(blog);
    const heard = () => page.evaluate(() => globalThis.heard);
    await until("the frame is ready", async () => (await heard()).length > 0);
    assert.deepEqual((await heard())[0], {
      source: "lectern",
      type: "ready",
      slide: 1,
      slides: 3,
      id: (await heard())[0].id,
      title: "High water",
    });
    await page.frameLocator("iframe").getByRole("button", { name: "Next slide" }).click();
    await until("the slide is reported", async () => (await heard()).at(-1).slide === 2);
    await page.evaluate(() =>
      document.querySelector("iframe").contentWindow.postMessage({ target: "lectern", type: "go", slide: 3 }, "*"),
    );
    await until("the frame turns", async () => (await heard()).at(-1).slide === 3);
    await visit.done();
  } finally {
    server.close();
  }
});
