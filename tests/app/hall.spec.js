// A live session as the audience sees it, and the presenter's notes on a phone.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launchChromium, violations } from "../chromium.js";
import { apiClient, startLectern } from "../lectern.js";

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

let browser, service, base, call, talk;
const faults = [];

const slides = [
  { type: "title-slide", content: { title: "Water for every street" }, notes: "Welcome **everybody**." },
  {
    type: "list-slide",
    content: { title: "Four rules", items: [{ title: "Keep a lane open" }, { title: "Tell people" }] },
    notes: "Say that the lane stays open.",
  },
  {
    type: "poll-slide",
    content: { question: "Which street first?", option1: "Canal Street", option2: "Mill Lane", onClose: "stay" },
  },
  { type: "content-slide", content: { title: "Thank you" } },
];

before(async () => {
  service = await startLectern({ admin: false });
  base = service.base;
  call = apiClient(base);
  await call("POST", "/api/auth/link", { token: new URL(service.firstLink).searchParams.get("token") });
  const translations = { nl: { title: "Water voor elke straat" } };
  const made = await call("POST", "/api/presentations", { title: "Water", language: "en-GB", slides, translations });
  const deck = made.presentation;
  const live = await call("POST", "/api/present-sessions", { presentationId: deck.id });
  talk = { ...live, deck: deck.id, slides: deck.slides.map((slide) => slide.id) };
  browser = await launchChromium();
});

after(async () => {
  await browser?.close();
  await service?.stop();
});

const show = (index, stepIdx = 0) =>
  call("POST", `/api/present-sessions/${talk.sessionId}/state`, { slideIndex: index, stepIdx, stepParagraphs: true });
const control = (on) => call("POST", `/api/present-sessions/${talk.sessionId}/control/${on ? "enable" : "disable"}`);

async function opened(path, viewport = PHONE, options = {}) {
  const context = await browser.newContext({ viewport, locale: "en-GB", ...options });
  const page = await context.newPage();
  page.on("pageerror", (fault) => faults.push(`${path}: ${fault}`));
  page.on("console", (message) => {
    if (message.type() === "error" && /Content Security Policy|TypeError/.test(message.text()))
      faults.push(message.text());
  });
  await page.goto(base + path);
  return page;
}

const followed = (viewport, options) => opened(`/follow/${talk.sessionId}?lang=en-GB`, viewport, options);
const heading = (page, name) => page.locator(".slide").getByRole("heading", { name }).first().waitFor();

const accessible = async (page) => assert.deepEqual(await violations(page), []);

test("the four letters of the code open the session without any script", async () => {
  await show(0);
  const page = await opened("/go", PHONE, { javaScriptEnabled: false });
  await page.getByLabel("Code").fill(talk.followCodes["en-GB"].toLowerCase());
  await page.getByRole("button", { name: "Join" }).click();
  await heading(page, "Water for every street");
  assert.equal(new URL(page.url()).pathname, `/follow/${talk.sessionId}`);
  await page.context().close();
});

test("the fourth letter is enough, and a wrong code says so", async () => {
  const page = await opened("/go");
  await accessible(page);
  await page.getByLabel("Code").pressSequentially("zzzz");
  await page.getByText("No talk has the code “ZZZZ”.").waitFor();
  await accessible(page);
  await page.context().close();
});

test("followers see each build step of the presenter", async () => {
  await show(0);
  const page = await followed(DESK);
  await page.getByText("Slide 1 of 4", { exact: true }).waitFor();
  await accessible(page);
  await show(1, 0);
  await heading(page, "Four rules");
  await page.getByText("Slide 2 of 4", { exact: true }).waitFor();
  const hidden = () => page.locator(".slide .soon").count();
  const before = await hidden();
  await show(1, 1);
  await page.waitForFunction((count) => document.querySelectorAll(".slide .soon").length < count, before);
  assert.ok(before > 0);
  await page.context().close();
});

test("a vote is accepted, changed, and its result shown", async () => {
  await show(2);
  const page = await followed();
  await page.getByRole("heading", { name: "Which street first?" }).last().waitFor();
  await page.getByRole("radio", { name: "Mill Lane" }).check();
  await page.getByText("Your answer is in.").waitFor();
  await page.getByRole("radio", { name: "Canal Street" }).check();
  await page.waitForFunction(() => document.querySelector(".option .count")?.textContent === "1");
  await accessible(page);
  await call("POST", `/api/present-sessions/${talk.sessionId}/interactions/${talk.slides[2]}/close`);
  await page.getByText("Voting is closed").first().waitFor();
  assert.ok(await page.getByRole("radio", { name: "Mill Lane" }).isDisabled());
  assert.equal(await page.locator("#answer-note").innerText(), "Voting is closed\n1 vote");
  await show(3);
  await page.locator("#answer").waitFor({ state: "hidden" });
  await page.context().close();
});

test("on a phone in landscape the tools do not cover the options", async () => {
  await show(2);
  const page = await followed({ width: 640, height: 300 });
  const last = page.locator(".option").last();
  await last.waitFor();
  await page.evaluate(() => document.body.classList.add("tapped"));
  await last.scrollIntoViewIfNeeded();
  const top = await page.locator("#bar").evaluate((bar) => bar.getBoundingClientRect().top);
  const panel = await page.locator("#answer").evaluate((panel) => panel.getBoundingClientRect().bottom);
  assert.ok(panel <= top + 1, `${panel} ${top}`);
  await page.context().close();
});

test("a request that failed is sent again", async () => {
  await show(3);
  const pages = [await followed(), await opened(`/notes/${talk.sessionId}?key=${talk.notesKey}`, DESK)];
  const [hall, notes] = pages;
  await heading(hall, "Thank you");
  await heading(notes, "Thank you");
  const missed = new Set();
  const once = (route) => {
    const { pathname } = new URL(route.request().url());
    if (missed.has(pathname)) return route.fallback();
    missed.add(pathname);
    return route.abort();
  };
  for (const page of pages) await page.route(/\/slide\/|\/interactions\/current/, once);
  await show(1, 9);
  await heading(hall, "Four rules");
  await notes.locator("#now").getByRole("heading", { name: "Four rules" }).waitFor();
  await show(2);
  await hall.getByRole("radio", { name: "Mill Lane" }).waitFor();
  assert.ok(missed.size >= 4, [...missed].join(" "));
  await Promise.all(pages.map((page) => page.context().close()));
});

test("a question is asked, supported by another person, and withdrawn", async () => {
  const [one, other] = [await followed(), await followed(DESK)];
  await one.getByRole("button", { name: "Ask a question" }).click();
  await accessible(one);
  await one.getByLabel("Your question").fill("Does it stay open on Sundays?");
  await one.getByRole("button", { name: "Send question" }).click();
  await one.getByText("Your question is in.").waitFor();
  await other.getByRole("button", { name: "Ask a question" }).click();
  await other.getByRole("button", { name: "Me too 0" }).click();
  await other.getByRole("button", { name: "Me too 1", pressed: true }).waitFor();
  await one.getByRole("button", { name: "Take back" }).click();
  await other.getByText("Nobody has asked anything yet.").waitFor();
  for (const page of [one, other]) await page.context().close();
});

test("a follower chooses a language and the text view", async () => {
  await show(1);
  const page = await followed();
  await page.getByLabel("Language").selectOption("nl");
  await page.waitForURL(/lang=nl/);
  assert.equal(await page.title(), "Water voor elke straat");
  await page.getByRole("button", { name: "Text view" }).click();
  await page.locator(".reading").getByRole("heading", { name: "Four rules" }).waitFor();
  assert.equal(await page.locator("section.slide").count(), 0, "the slide is not there twice");
  await accessible(page);
  await page.reload();
  await page.locator(".reading").waitFor();
  await page.context().close();
});

test("a follower who may browse can return, and is brought back when browsing ends", async () => {
  await show(1);
  await control(true);
  const page = await followed(DESK);
  await page.getByRole("button", { name: "Next slide" }).click();
  await page.getByText("You are on 3. The speaker is on 2.").waitFor();
  await page.getByRole("button", { name: "Back to 2" }).click();
  await heading(page, "Four rules");
  await page.keyboard.press("ArrowLeft");
  await heading(page, "Water for every street");
  await control(false);
  await page.getByText("The speaker leads again.").waitFor();
  await heading(page, "Four rules");
  await page.context().close();
});

test("followers who may not browse cannot fetch other slides", async () => {
  await show(1);
  const page = await followed();
  const status = (slide) =>
    page.evaluate(async (path) => (await fetch(path)).status, `/follow/${talk.sessionId}/slide/${slide}`);
  assert.deepEqual(await Promise.all(talk.slides.map(status)), [404, 200, 404, 404]);
  await page.context().close();
});

test("a changed slide is replaced in place", async () => {
  await show(3);
  const page = await followed();
  await heading(page, "Thank you");
  const { presentation } = await call("GET", `/api/presentations/${talk.deck}`);
  presentation.slides[3].content.title = "Thank you all";
  await call("PUT", `/api/presentations/${talk.deck}`, { slides: presentation.slides });
  await heading(page, "Thank you all");
  await page.context().close();
});

test("the presenter's phone shows the notes and controls the session when it may", async () => {
  await show(0);
  const page = await opened(`/notes/${talk.sessionId}?key=${talk.notesKey}`);
  await page.getByText("Welcome everybody.").waitFor();
  await page.locator("strong", { hasText: "everybody" }).waitFor();
  await accessible(page);
  await page.getByRole("button", { name: /^Next/ }).click();
  await page.getByText("This link shows the notes only.").waitFor();
  await control(true);
  await page.getByRole("button", { name: /^Next/ }).click();
  await page.getByText("Say that the lane stays open.").waitFor();
  await page.getByText("2 of 4", { exact: true }).first().waitFor();
  await control(false);
  await page.context().close();
});

test("a theme that changes during the session is shown to followers and on the presenter's phone", async () => {
  await show(3);
  const pages = [await followed(), await opened(`/notes/${talk.sessionId}?key=${talk.notesKey}`)];
  const worn = (colour) =>
    Promise.all(
      pages.map((page) =>
        page.waitForFunction(
          (colour) => getComputedStyle(document.querySelector(".slide")).backgroundColor === colour,
          colour,
        ),
      ),
    );
  await worn("rgb(255, 255, 255)");
  const colors = { base: "#FFF4E0" };
  const { theme } = await call("POST", "/api/themes/custom", { label: "Sand", colors });
  const wear = (theme) => call("PUT", `/api/presentations/${talk.deck}`, { theme });
  await wear(theme.id);
  await worn("rgb(255, 244, 224)");
  await call("PUT", `/api/themes/custom/${theme.id}`, { label: "Sand", colors: { base: "#EAF6EA" } });
  await worn("rgb(234, 246, 234)");
  await wear("default");
  await worn("rgb(255, 255, 255)");
  await Promise.all(pages.map((page) => page.context().close()));
});

test("the presenter's phone shows the slide itself where it has no notes", async () => {
  await show(3);
  const page = await opened(`/notes/${talk.sessionId}?key=${talk.notesKey}`);
  await page.getByText("No notes for this slide.").waitFor();
  const box = await page.locator("#now").boundingBox();
  assert.ok(box.width > 300 && box.y > 60, JSON.stringify(box));
  await accessible(page);
  await show(0);
  await page.getByText("Welcome everybody.").waitFor();
  await page.locator("#now").waitFor({ state: "hidden" });
  await page.context().close();
});

test("on a phone a question opens below the slide, which does not move", async () => {
  await show(0);
  for (const height of [580, 844]) {
    const page = await followed({ width: 390, height });
    await page.getByRole("heading", { name: "Water", exact: true, level: 1 }).waitFor();
    const hint = page.getByText("Turn your phone for a larger slide.");
    await hint.waitFor();
    await accessible(page);
    const place = () => page.locator("#frame").boundingBox();
    const before = await place();
    await show(2);
    await page.getByRole("radio", { name: "Mill Lane" }).waitFor();
    assert.deepEqual(await place(), before);
    assert.ok(!(await hint.isVisible()), "the question takes its place");
    await show(0);
    await hint.waitFor();
    assert.deepEqual(await place(), before);
    const bar = await page.locator("#bar").boundingBox();
    const text = await page.locator(".idle").boundingBox();
    assert.ok(text.y >= before.y + before.height && text.y + text.height <= bar.y, "between slide and tools");
    await page.context().close();
  }
});

test("after the end the clock of the presenter's phone stands still, and nothing more is requested", async () => {
  const { presentation } = await call("POST", "/api/presentations", { title: "Short", slides: slides.slice(0, 2) });
  const live = await call("POST", "/api/present-sessions", { presentationId: presentation.id });
  const page = await opened(`/notes/${live.sessionId}?key=${live.remoteKey}`);
  await page.getByText("Welcome everybody.").waitFor();
  await page.locator("#next").click();
  await page.getByText("Say that the lane stays open.").waitFor();
  // Drawing has a stream of its own.
  await page.locator("#menu summary").click();
  await page.getByRole("button", { name: "Point and draw" }).click();
  await page.locator("dialog.drawing[open]").waitFor();
  await page.waitForFunction(() => document.getElementById("elapsed").textContent > "00:00");
  await call("POST", `/api/present-sessions/${live.sessionId}/finish`);
  await page.getByText("The talk has ended.").waitFor();
  await page.locator("dialog.drawing").waitFor({ state: "hidden" });
  const elapsed = await page.locator("#elapsed").textContent();
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  assert.ok(await page.locator("#next").isDisabled());
  await page.keyboard.press("ArrowRight");
  await page.waitForTimeout(2500);
  assert.equal(await page.locator("#elapsed").textContent(), elapsed);
  assert.deepEqual(requests.filter((url) => url.includes("/api/")), []);
  await page.context().close();
});

test("the notes ask a stranger to sign in", async () => {
  const page = await opened(`/notes/${talk.sessionId}`, DESK);
  await page.getByRole("heading", { name: "These notes are for the speaker." }).waitFor();
  await accessible(page);
  await page.context().close();
});

test("a share link shows the deck to anybody, slide by slide or as a list", async () => {
  const { path } = await call("POST", `/api/presentations/${talk.deck}/links`, { name: "Council copy" });
  const plain = await opened(path, PHONE, { javaScriptEnabled: false });
  assert.equal(await plain.locator("section.slide:visible").count(), slides.length);
  const page = await opened(path, DESK);
  await page.getByText("1 of 4", { exact: true }).waitFor();
  await accessible(page);
  await page.keyboard.press("ArrowRight");
  await heading(page, "Four rules");
  assert.equal(new URL(page.url()).hash, "#2");
  await page.reload();
  await page.getByText("2 of 4", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Scroll" }).click();
  assert.equal(await page.locator("section.slide:visible").count(), slides.length);
  await accessible(page);
  assert.ok(!(await page.content()).includes("everybody"), "notes are not part of the page");
  const { links } = await call("GET", `/api/presentations/${talk.deck}/links`);
  await call("DELETE", `/api/presentations/${talk.deck}/links/${links[0].id}`);
  await page.goto(base + path);
  await page.getByText("This link no longer works.").waitFor();
  for (const each of [plain, page]) await each.context().close();
});

test("after a crash of the service followers reconnect to the right slide", async () => {
  await show(0);
  const page = await followed();
  await heading(page, "Water for every street");
  await service.crashAndRestart();
  await show(1);
  await heading(page, "Four rules");
  await page.context().close();
});

test("a session that ends says so", async () => {
  const page = await followed();
  await call("DELETE", `/api/presentations/${talk.deck}`);
  await page.getByText("This talk has ended.").first().waitFor();
  const { y, height } = await page.locator(".ended").boundingBox();
  assert.ok(Math.abs(y + height / 2 - PHONE.height / 2) < 24, "in the middle of the screen");
  await accessible(page);
  await page.goto(`${base}/follow/${talk.sessionId}`);
  await page.getByRole("link", { name: "Enter another code" }).waitFor();
  await page.context().close();
});

test("no page logged an error", () => assert.deepEqual(faults, []));
