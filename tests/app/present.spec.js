// Presenting: the start page ("curtain"), the console, the projector window, and two phones in the audience.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { until } from "../lectern.js";
import { lectern } from "./visit.js";

const SLIDES = [
  {
    type: "title",
    content: { title: "Water for every street" },
    notes: "Welcome **everybody**.\n\n- Breathe",
    duration: 60,
  },
  {
    type: "list",
    content: {
      title: "Four rules",
      items: [
        "Keep one lane open",
        "Tell people",
        "Work by night",
        "Tidy up",
      ].map((title) => ({ title })),
    },
    notes: "Pause.",
    duration: 120,
  },
  {
    type: "content",
    content: { title: "Only when asked" },
    visibility: { hideInPresentation: true },
  },
  {
    type: "poll",
    content: {
      question: "Which street first?",
      option1: "Harbour Street",
      option2: "Mill Lane",
    },
    notes: "",
  },
  {
    type: "quote",
    content: { quote: "Build for the tide.", attribution: "Harbour master" },
    notes: "",
  },
  { type: "follow-invite", content: {} },
];

let service;
before(async () => {
  service = await lectern();
});
after(() => service?.stop());

/** Creates a deck. */
async function deck(settings = {}) {
  const body = {
    title: "Water for every street",
    language: "en",
    slides: SLIDES,
    settings: { stepParagraphs: true, ...settings },
  };
  return (await service.api("POST", "/api/presentations", body)).presentation;
}

/** The title of the slide on stage, the number of its parts that are still hidden, and what covers it. */
const onStage = (page) =>
  page.evaluate(() => {
    const layer = [...document.querySelectorAll(".stage-layer")].at(-1);
    const cover = document.querySelector(".stage-cover");
    return {
      slide: layer?.shadowRoot
        .querySelector("section")
        ?.getAttribute("aria-label"),
      coming: layer?.shadowRoot.querySelectorAll("p.soon").length,
      answers: [...(layer?.shadowRoot.querySelectorAll(".answers") ?? [])]
        .map((drawn) => drawn.textContent)
        .join(""),
      cover:
        cover && !cover.hidden
          ? cover.classList.contains("white")
            ? "white"
            : "black"
          : "",
      join: document.querySelector(".stage-join")?.hidden === false,
    };
  });

/** Waits until the stage is as expected. Fails with what it was instead. */
async function staged(page, expected) {
  let seen;
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; ) {
    seen = await onStage(page);
    if (Object.entries(expected).every(([name, value]) => seen[name] === value))
      return;
    await page.waitForTimeout(50);
  }
  assert.deepEqual(
    Object.fromEntries(Object.keys(expected).map((name) => [name, seen[name]])),
    expected,
  );
}

/** Opens the curtain of a deck and waits until everything is loaded. */
async function curtain(page, id, query = "") {
  await page.goto(`${service.base}/present/${id}${query}`);
  await page.getByText("All slides are on this device").waitFor();
}

/** Starts presenting with a console and a projector window. Returns the projector. */
async function withProjector(page, id) {
  await curtain(page, id);
  const opened = page.context().waitForEvent("page");
  await page.keyboard.press("w");
  const projector = await opened;
  await staged(projector, { slide: "1 Water for every street" });
  return projector;
}

/** A phone in the audience: it listens to the session, votes and asks questions as a device of its own. */
async function phone(sessionId) {
  const device = await service.stranger();
  const states = [];
  const stop = new AbortController();
  const stream = await fetch(
    `${service.base}/api/present-sessions/${sessionId}/events`,
    { signal: stop.signal },
  );
  void (async () => {
    let text = "";
    for await (const bytes of stream.body.pipeThrough(
      new TextDecoderStream(),
    )) {
      text += bytes;
      for (const [frame, data] of text.matchAll(
        /event: state\ndata: (.*)\n\n/g,
      )) {
        states.push(JSON.parse(data));
        text = text.replace(frame, "");
      }
    }
  })().catch(() => undefined);
  const below = `/api/follow/${sessionId}`;
  return {
    sees: () => states.at(-1),
    vote: (slideId, optionIndex) =>
      device("POST", `${below}/interactions/${slideId}/vote`, { optionIndex }),
    ask: (text) =>
      device("POST", `${below}/questions`, { text, authorName: "Mo" }),
    leave: () => stop.abort(),
  };
}

const sessionOf = (id) =>
  service.api("POST", "/api/present-sessions", { presentationId: id });

test("the speaker removes all questions of one person and closes the questions", async () => {
  const { id } = await deck();
  const { page, done } = await service.visit();
  await curtain(page, id);
  await page.getByRole("button", { name: "Present here" }).click();
  await staged(page, { slide: "1 Water for every street" });
  await page.getByRole("button", { name: "Presenter console" }).click();
  const { sessionId } = await sessionOf(id);
  const [loud, quiet] = [await phone(sessionId), await phone(sessionId)];
  await loud.ask("Buy one?");
  await loud.ask("Buy two?");
  await quiet.ask("Who pays for it?");
  const follower = (await service.visit({ signedIn: false })).page;
  await follower.goto(`${service.base}/follow/${sessionId}`);
  await follower.getByRole("button", { name: "Ask a question" }).click();
  await follower.getByText("Buy two?").waitFor();

  await page.keyboard.press("q");
  const asked = page.getByRole("listitem").filter({ hasText: "Buy one?" });
  await asked
    .getByRole("button", { name: "Remove all from this person" })
    .click();
  await asked
    .getByRole("button", { name: "Remove all their questions?" })
    .click();
  await page.getByText("2 questions removed.").waitFor();
  for (const view of [page, follower]) {
    await view.getByText("Buy two?").waitFor({ state: "detached" });
    await view.getByText("Who pays for it?").waitFor();
  }

  await page.getByRole("button", { name: "Close questions" }).click();
  await page.getByText("Questions are closed").waitFor();
  await follower.getByText("The speaker has closed the questions.").waitFor();
  await follower.getByLabel("Your question").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Open questions" }).click();
  await follower.getByLabel("Your question").waitFor();
  for (const one of [loud, quiet]) one.leave();
  await follower.context().close();
  await done();
});

test("a live session with console, projector and two phones: a vote, and a question that becomes a slide", async () => {
  const { id, slides } = await deck();
  const { page, done } = await service.visit();
  const projector = await withProjector(page, id);
  const { sessionId, followCodes } = await sessionOf(id);
  const phones = [await phone(sessionId), await phone(sessionId)];
  await page.getByText("2 following").waitFor();

  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  for (const view of [page, projector])
    await staged(view, { slide: "2 Four rules", coming: 3 });
  await page.getByText("3 of 4 builds left").waitFor();
  for (const hall of phones) {
    await until(
      "a phone is on the second slide, first build",
      () => hall.sees()?.slideId === slides[1].id && hall.sees().stepIdx === 1,
    );
  }

  // The hidden slide is skipped, and the numbers count the slides that are shown.
  await projector.keyboard.press("Shift+ArrowRight");
  for (const view of [page, projector])
    await staged(view, { slide: "3 Which street first?" });
  await until(
    "a phone is at the poll",
    () => phones[0].sees()?.slideId === slides[3].id,
  );
  await phones[0].vote(slides[3].id, 1);
  await phones[1].vote(slides[3].id, 1);
  await staged(projector, { answers: "0%100%2 votes" });
  await page.getByRole("tab", { name: "Poll" }).click();
  await page.getByText("Voting is open · 2 votes").waitFor();
  await page.getByRole("button", { name: "Hide results" }).click();
  await staged(projector, { answers: "" });
  await page.keyboard.press("v");
  await page.getByText("Voting is closed · 2 votes").waitFor();

  await phones[1].ask("Who pays for it?");
  await page.keyboard.press("q");
  await page.getByRole("button", { name: "Show as next slide" }).click();
  await page.getByText("slide 3 of 6").waitFor();
  await page.keyboard.press("n");
  for (const view of [page, projector])
    await staged(view, { slide: "4 Who pays for it?" });

  await page.keyboard.press("j");
  await staged(projector, { join: true });
  assert.equal(
    await projector.locator(".stage-code").textContent(),
    followCodes.en,
  );
  await page.keyboard.press("b");
  await staged(projector, { cover: "black" });
  await page.keyboard.press("ArrowRight");
  await staged(projector, {
    cover: "",
    join: false,
    slide: "4 Who pays for it?",
  });

  const closed = projector.waitForEvent("close");
  await page.getByRole("button", { name: "Finish" }).click();
  await closed;
  await page.getByText("2 followed, 1 question.").waitFor();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Which street first? (CSV)" }).click(),
  ]);
  assert.match(file.suggestedFilename(), /\.csv$/);
  for (const hall of phones) hall.leave();
  await done();
});

test("after a click on a control the keys move the talk again, and black is black over the join card too", async () => {
  const { id } = await deck({ stepParagraphs: false });
  const { page, done } = await service.visit();
  const projector = await withProjector(page, id);
  await page.getByRole("tab", { name: "Questions" }).click();
  await page.keyboard.press("PageDown");
  await staged(projector, { slide: "2 Four rules" });
  await page.getByRole("tab", { name: "Notes" }).click();
  await page.keyboard.press("ArrowRight");
  await staged(projector, { slide: "3 Which street first?" });
  await page.getByRole("button", { name: /^Pen/ }).click();
  await page
    .getByRole("group", { name: "Pen" })
    .getByRole("button", { name: "Blue" })
    .click();
  await page.keyboard.press("Space");
  await staged(projector, { slide: "4 Build for the tide." });
  // A control that is focused by keyboard handles its own keys.
  await page.getByRole("tab", { name: "Notes" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("tab", { name: "Questions", selected: true }).waitFor();
  await staged(projector, { slide: "4 Build for the tide." });

  await page.keyboard.press("j");
  await staged(projector, { join: true });
  await page.keyboard.press("b");
  await staged(projector, { join: false, cover: "black" });
  await page.keyboard.press("j");
  await staged(projector, { join: true, cover: "black" });
  await page.keyboard.press("b");
  await staged(projector, { join: false, cover: "black" });
  await page.keyboard.press("b");
  await staged(projector, { join: false, cover: "" });
  await done();
});

test("the words of the projector are set in the product's own type, also without a network", async () => {
  const { id } = await deck();
  const { page, context, done } = await service.visit({
    mayFail: /ERR_INTERNET_DISCONNECTED/,
  });
  const projector = await withProjector(page, id);
  const loads = (font) =>
    projector.evaluate(
      async (font) => (await document.fonts.load(font)).length,
      font,
    );
  const hint = projector.locator(".hint");
  assert.match(
    await hint.evaluate((p) => getComputedStyle(p).fontFamily),
    /^"?Inter/,
  );
  await page.keyboard.press("j");
  await staged(projector, { join: true });
  await context.setOffline(true);
  await projector.reload();
  await staged(projector, { join: true });
  for (const font of ["16px Inter", "600 16px Inter", '16px "JetBrains Mono"'])
    assert.equal(await loads(font), 1, font);
  await context.setOffline(false);
  await done();
});

test("nothing of the console is cut between 1000 and 1200 pixels, and a text has its own words", async () => {
  const slide = { type: "feedback", content: { question: "What did we miss?" } };
  const { id } = (
    await service.api("POST", "/api/presentations", {
      title: "Water",
      language: "en",
      slides: [SLIDES[0], slide],
    })
  ).presentation;
  const { page, done } = await service.visit({ width: 1024, height: 700 });
  await withProjector(page, id);
  await page.keyboard.press("d");
  for (const width of [1024, 1100, 1199]) {
    await page.setViewportSize({ width, height: 700 });
    const shown = await page
      .getByRole("button", { name: /^Show on screen/ })
      .boundingBox();
    const bar = await page
      .getByRole("navigation", { name: "Controls" })
      .boundingBox();
    assert.ok(shown.y + shown.height < bar.y, `${width}: ${shown.y} of ${bar.y}`);
  }
  await page.keyboard.press("n");
  await page.getByRole("tab", { name: "Poll" }).click();
  await page.getByText("People can answer · 0 answers").waitFor();
  assert.equal(
    await page.getByRole("button", { name: "Close answers" }).count(),
    2,
  );
  await done();
});

test("the speaker reads answers in people's own words before the audience sees them", async () => {
  const slide = { type: "feedback", content: { question: "What did we miss?" } };
  const { id, slides } = (
    await service.api("POST", "/api/presentations", {
      title: "Water",
      language: "en",
      slides: [SLIDES[0], slide],
    })
  ).presentation;
  const { page, done } = await service.visit();
  const projector = await withProjector(page, id);
  const { sessionId } = await sessionOf(id);
  await page.keyboard.press("n");
  await staged(projector, { slide: "2 What did we miss?" });
  // The projector follows the console, so it may be ahead of the session that takes the answer.
  await until(
    "the session has moved on",
    async () =>
      (await service.api("GET", `/api/present-sessions/${sessionId}/state`))
        .slideId === slides[1].id,
  );
  const answers = `/api/follow/${sessionId}/interactions/${slides[1].id}/feedback`;
  const device = await service.stranger();
  await device("POST", answers, { text: "The ducks" });
  await page.getByRole("tab", { name: "Poll" }).click();
  await page
    .getByRole("list", { name: "Answers" })
    .getByText("The ducks")
    .waitFor();
  await staged(projector, { answers: "" });
  await page.getByRole("button", { name: "Show results" }).click();
  await until("the hall sees the answer", async () =>
    (await onStage(projector)).answers.includes("The ducks"),
  );
  await done();
});

test("the speaker's own phone is no follower, and a follower who leaves is not counted", async () => {
  const { id } = await deck();
  const { page, done } = await service.visit();
  await withProjector(page, id);
  const { sessionId, remoteKey } = await sessionOf(id);
  const phones = [await phone(sessionId), await phone(sessionId)];
  const remote = await service.visit({ width: 390, signedIn: false });
  await remote.page.goto(
    `${service.base}/notes/${sessionId}?key=${remoteKey}`,
  );
  await remote.page.getByText("Breathe").waitFor();
  await page.getByText("2 following").waitFor();
  // The count is read again every few seconds.
  await page.waitForTimeout(6000);
  assert.equal(await page.getByText("2 following").count(), 1);
  phones[0].leave();
  await page.getByText("1 following").waitFor();
  await page.getByRole("button", { name: "Finish" }).click();
  await page.getByText("2 followed, 0 questions.").waitFor();
  phones[1].leave();
  await remote.page.close();
  await done();
});

test("reactions of the audience rise on the screens, unless the speaker hides them", async () => {
  const { id } = await deck();
  const { page, done } = await service.visit();
  const projector = await withProjector(page, id);
  const { sessionId } = await sessionOf(id);
  const phone = await service.visit({ width: 390, touch: true });
  await phone.page.goto(`${service.base}/follow/${sessionId}`);
  const risen = (view) =>
    view.locator('.stage-reactions [data-reaction="love"]').first();
  await phone.page.getByRole("button", { name: "I love it" }).click();
  for (const view of [page, projector]) await risen(view).waitFor();
  for (const view of [page, projector])
    await risen(view).waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Reactions" }).click();
  const reacted = phone.page.waitForResponse(/reactions$/);
  await phone.page.getByRole("button", { name: "Wow" }).click();
  assert.equal((await reacted).status(), 200);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await staged(projector, { slide: "2 Four rules" });
  assert.equal(await projector.locator("[data-reaction]").count(), 0);
  await phone.done();
  await done();
});

test("a phone remote and a second presenter move the console; its own moves are not repeated", async () => {
  const { id, slides } = await deck();
  const { page, done } = await service.visit();
  const projector = await withProjector(page, id);
  const { sessionId } = await sessionOf(id);
  await service.api("POST", `/api/present-sessions/${sessionId}/control`, {
    action: "next",
  });
  for (const view of [page, projector])
    await staged(view, { slide: "2 Four rules", coming: 4 });
  for (let press = 0; press < 5; press++)
    await page.keyboard.press("ArrowRight");
  for (const view of [page, projector])
    await staged(view, { slide: "3 Which street first?" });
  const state = async () =>
    (await service.api("GET", `/api/present-sessions/${sessionId}/state`))
      .state;
  await until(
    "the server has the last of five moves",
    async () => (await state()).slideId === slides[3].id,
  );
  await page.waitForTimeout(400);
  await staged(page, { slide: "3 Which street first?" });
  await done();
});

test("without a network presenting goes on, also after a reload, and followers catch up later", async () => {
  const { id, slides } = await deck();
  const { page, context, done } = await service.visit({
    mayFail: /ERR_INTERNET_DISCONNECTED/,
  });
  const projector = await withProjector(page, id);
  const { sessionId } = await sessionOf(id);
  const state = async () =>
    (await service.api("GET", `/api/present-sessions/${sessionId}/state`))
      .state;
  await page.keyboard.press("ArrowRight");
  await until(
    "the move arrived",
    async () => (await state()).slideId === slides[1].id,
  );

  await context.setOffline(true);
  await page.keyboard.press("4");
  await page.keyboard.press("Enter");
  for (const view of [page, projector])
    await staged(view, { slide: "4 Build for the tide." });
  await page.getByText("Offline, still presenting").waitFor();
  assert.equal(
    (await state()).slideId,
    slides[1].id,
    "the server has not received the move",
  );
  await page.reload();
  await staged(page, { slide: "4 Build for the tide." });
  await projector.reload();
  await staged(projector, { slide: "4 Build for the tide." });
  await page.keyboard.press("End");
  for (const view of [page, projector]) await staged(view, { slide: "5" });
  await context.setOffline(false);
  await until(
    "the session is on the last slide",
    async () => (await state()).slideId === slides[5].id,
  );
  assert.equal(await page.getByText("Offline, still presenting").count(), 0);
  await done();
});

test("a slide that is changed during the session is redrawn in place", async () => {
  const { id } = await deck();
  const { page, done } = await service.visit();
  const projector = await withProjector(page, id);
  const { slides } = (await service.api("GET", `/api/presentations/${id}`))
    .presentation;
  slides[0].content.title = "Water for all";
  await service.api("PUT", `/api/presentations/${id}`, { slides });
  for (const view of [page, projector])
    await staged(view, { slide: "1 Water for all" });
  await page.getByText("Slide 1 updated").waitFor();
  await service.api("PUT", `/api/presentations/${id}`, {
    slides: slides.slice(1),
  });
  for (const view of [page, projector])
    await staged(view, { slide: "1 Four rules" });
  await done();
});

test("a slide that was changed before the session began, or while the connection was lost, is redrawn", async () => {
  const { id } = await deck();
  const { page, context, done } = await service.visit({
    mayFail: /ERR_INTERNET_DISCONNECTED/,
  });
  const { slides } = (await service.api("GET", `/api/presentations/${id}`))
    .presentation;
  const retitle = async (title) => {
    slides[0].content.title = title;
    await service.api("PUT", `/api/presentations/${id}`, { slides });
  };
  await curtain(page, id);
  await retitle("Water for all");
  await page.keyboard.press("Enter");
  await staged(page, { slide: "1 Water for all" });

  await context.setOffline(true);
  await page.getByText("Offline, still presenting").waitFor();
  await retitle("Water for nobody");
  await context.setOffline(false);
  await staged(page, { slide: "1 Water for nobody" });
  await done();
});

test("without a console the projector follows the session itself", async () => {
  const { id } = await deck();
  const { page, done } = await service.visit();
  const projector = await withProjector(page, id);
  const { sessionId } = await sessionOf(id);
  await page.close();
  await service.api("POST", `/api/present-sessions/${sessionId}/control`, {
    action: "goto",
    slideIndex: 4,
  });
  await staged(projector, { slide: "4 Build for the tide." });
  await done();
});

test("a whole presentation works with the keyboard alone, and the focus is never lost", async () => {
  const { id, slides } = await deck();
  const { page, done } = await service.visit();
  await curtain(page, id, `?slideId=${slides[1].id}`);
  await page.keyboard.press("r");
  await staged(page, { slide: "2 Four rules", coming: 4 });
  const press = async (keys, expected) => {
    for (const key of keys) await page.keyboard.press(key);
    await staged(page, expected);
  };
  await press(["PageDown", "Space"], { coming: 2 });
  await press(["Backspace"], { coming: 3 });
  await press(["Shift+ArrowRight"], { slide: "3 Which street first?" });
  await press(["ArrowLeft"], { slide: "2 Four rules", coming: 0 });
  await press(["Home"], { slide: "1 Water for every street" });
  await press(["3", "Enter"], { slide: "3 Which street first?" });
  await press(["9", "9", "Enter"], { slide: "3 Which street first?" });
  await press(["w"], { cover: "white" });
  await press([","], { cover: "" });
  await press(["g", "ArrowRight", "Enter"], { slide: "4 Build for the tide." });
  await press(["g"], {});
  await page
    .getByRole("option", {
      name: "Slide 4, Build for the tide.",
      selected: true,
    })
    .waitFor();
  await press(["Home", "ArrowRight", "ArrowRight", "Space"], {
    slide: "3 Only when asked",
  });
  await press(["?"], {});
  await page.getByRole("dialog", { name: "Keys while presenting" }).waitFor();
  await press(["Escape"], { slide: "3 Only when asked" });
  await press(["t"], {});
  await page.getByRole("button", { name: /Clock:.*paused/ }).waitFor();

  // Every element that Tab reaches has a name, shows its focus, and handles its own keys.
  const stops = new Set();
  for (let tab = 0; tab < 30; tab++) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => {
      const at = document.activeElement;
      const style = getComputedStyle(at);
      const shows = style.boxShadow !== "none" || style.outlineStyle !== "none";
      return {
        body: at === document.body,
        shows,
        name:
          at.ariaLabel ??
          at.getAttribute("aria-label") ??
          at.textContent.trim(),
      };
    });
    if (stop.body) continue;
    assert.ok(stop.shows && stop.name, JSON.stringify(stop));
    stops.add(stop.name);
  }
  assert.ok(stops.size >= 8, [...stops].join(", "));
  await page.getByRole("button", { name: "Finish" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Well rehearsed.").waitFor();
  await done();
});

test("a rehearsal started in the editor begins on the current slide, without a session", async () => {
  const { id, slides } = await deck();
  const { page, done } = await service.visit();
  await page.goto(`${service.base}/app/${id}?slideId=${slides[1].id}`);
  await page.getByRole("button", { name: "Ways to present" }).click();
  await page.getByRole("menuitem", { name: "Rehearse" }).click();
  await staged(page, { slide: "2 Four rules" });
  await page.getByText("Rehearsing").waitFor();
  await page.getByText("slide 2 of 5").waitFor();
  await done();
});

test("the times of a rehearsal become the plan", async () => {
  const { id } = await deck();
  const { page, done } = await service.visit();
  await page.clock.install();
  await page.goto(`${service.base}/app/${id}`);
  await page.getByRole("button", { name: "Ways to present" }).click();
  await page.getByRole("menuitem", { name: "Rehearse" }).click();
  await staged(page, { slide: "1 Water for every street" });
  await page.clock.fastForward(75_000);
  await page.keyboard.press("PageDown");
  await page.getByText("slide 2 of 5").waitFor();
  await page.clock.fastForward(400_000);
  await page.getByRole("button", { name: "Finish" }).click();
  const first = page.getByRole("row", { name: "Water for every street" });
  await first.getByText(/^1:1\d$/).waitFor();
  await page.getByRole("button", { name: "Plan these times" }).click();
  await page.getByText("These times are now the plan for the next talk.").waitFor();
  const { slides } = (await service.api("GET", `/api/presentations/${id}`))
    .presentation;
  const planned = slides.map(({ duration }) => duration);
  assert.ok(planned[0] >= 75 && planned[0] < 120, JSON.stringify(planned));
  assert.equal(planned[1], 300, "the longest that can be planned");
  assert.equal(planned[2], undefined, "a slide that was not shown");
  await done();
});

test("on one screen a click moves on, a key opens the console, and Esc does not end the session", async () => {
  const { id } = await deck();
  const { page, done } = await service.visit();
  await curtain(page, id);
  await page.keyboard.press("Enter");
  await staged(page, { slide: "1 Water for every street" });
  await page.mouse.click(700, 400);
  await staged(page, { slide: "2 Four rules", coming: 4 });
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.mouse.move(300, 300);
  await page.getByRole("button", { name: "Presenter console" }).click();
  await page.getByText("slide 2 of 5").waitFor();
  await page.getByRole("button", { name: "Slide only" }).click();
  await staged(page, { slide: "2 Four rules" });
  await done();
});

test("on a phone: notes, two large buttons, taps and the rest in a sheet", async () => {
  const { id } = await deck();
  const { page, done } = await service.visit({
    width: 390,
    height: 844,
    touch: true,
  });
  await curtain(page, id);
  assert.equal(
    await page.getByRole("button", { name: "Use a second screen" }).isVisible(),
    false,
  );
  await page.getByRole("button", { name: "Rehearse" }).tap();
  await page.getByText("Welcome").waitFor();
  const next = page.getByRole("button", { name: "Next", exact: true });
  assert.ok((await next.boundingBox()).height >= 64);
  await next.tap();
  await staged(page, { slide: "2 Four rules" });
  const box = await page.locator(".stage-slide").boundingBox();
  await page.touchscreen.tap(box.x + box.width * 0.8, box.y + 40);
  await staged(page, { coming: 3 });
  await page.touchscreen.tap(box.x + box.width * 0.1, box.y + 40);
  await staged(page, { coming: 4 });
  await page.getByRole("button", { name: "More controls" }).tap();
  await page
    .locator("#more-controls")
    .getByRole("button", { name: "Overview" })
    .tap();
  await page.getByRole("option", { name: /Which street first/ }).tap();
  await staged(page, { slide: "3 Which street first?" });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `${wide} wide`);
  await done();
});

for (const scheme of ["light", "dark"]) {
  for (const width of [1440, 390]) {
    test(`curtain, console and end are accessible: ${scheme}, ${width} wide`, async () => {
      const { id } = await deck();
      const { page, violations, done } = await service.visit({
        width,
        height: width === 390 ? 844 : 900,
        scheme,
      });
      await curtain(page, id);
      assert.deepEqual(await violations(), []);
      await page.getByRole("button", { name: "Present here" }).click();
      await staged(page, { slide: "1 Water for every street" });
      assert.deepEqual(await violations(), []);
      await page.getByRole("button", { name: "Presenter console" }).click();
      for (const key of ["ArrowRight", "3", "Enter"])
        await page.keyboard.press(key);
      await staged(page, { slide: "3 Which street first?" });
      for (const tab of ["Notes", "Questions", "Poll"]) {
        await page.getByRole("tab", { name: tab }).click();
        assert.deepEqual(await violations(), [], tab);
      }
      await page.keyboard.press("g");
      await page.getByRole("option").first().waitFor();
      assert.deepEqual(await violations(), []);
      await page.keyboard.press("Escape");
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
      assert.deepEqual(await violations(), []);
      await page.keyboard.press("Escape");
      if (width === 390)
        await page.getByRole("button", { name: "More controls" }).click();
      await page.getByRole("button", { name: "Finish" }).last().click();
      await page.getByText("Back to the editor").waitFor();
      assert.deepEqual(await violations(), []);
      await done();
    });
  }
}
