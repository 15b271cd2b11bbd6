// An agenda lists the sections of a deck with links to them, and is updated when they change.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { until } from "../lectern.js";
import { lectern } from "./visit.js";

let service;
before(async () => {
  service = await lectern();
});
after(() => service.stop());

const slide = (type, content) => ({ type, content });
const section = (title) => slide("chapter-title-slide", { title });
async function deck(...slides) {
  const { presentation } = await service.api("POST", "/api/presentations", { title: "Tide", slides });
  return presentation.id;
}
const stored = async (id) => (await service.api("GET", `/api/presentations/${id}`)).presentation.slides;
async function editor(id) {
  const visit = await service.visit();
  await visit.page.addInitScript(() => localStorage.setItem("lectern.callouts", "text slide saved"));
  await visit.page.goto(`${service.base}/app/${id}`);
  await visit.page.locator(".frame .layer button").first().waitFor();
  return visit;
}
const rows = (page) => page.getByRole("listbox", { name: "Slides" }).getByRole("option");
async function search(page, words) {
  await page.locator(".slides").getByRole("button", { name: "Add slide" }).click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.type(words);
}

test("an agenda lists the sections, links to them and follows their names", async () => {
  const id = await deck(slide("title-slide", { title: "Tide" }), section("Why"), section("How [soon]"));
  const visit = await editor(id);
  const { page } = visit;
  await search(page, "agenda");
  await page.getByRole("option", { name: "Agenda" }).waitFor();
  await page.keyboard.press("Enter");
  await until("an agenda", async () => (await stored(id)).length === 4);
  const [, agenda, why, how] = await stored(id);
  assert.equal(agenda.content.title, "Agenda");
  assert.equal(agenda.content.body, `1. [Why](#slide:${why.id})\n2. [How \\[soon\\]](#slide:${how.id})`);
  await page.locator(".layer").getByRole("button", { name: /How \[soon\]/ }).waitFor();
  const line = page.locator(".line");
  assert.equal(await line.getByRole("button", { name: "Update agenda" }).count(), 0);

  // A section is renamed, and a third one is added: the agenda follows, in the same step of undo.
  const entries = async () =>
    (await stored(id))[1].content.body.split("\n").map((entry) => /\[(.*)\]\(/.exec(entry)[1]);
  const listed = (...names) =>
    until(names.join(), async () => JSON.stringify(await entries()) === JSON.stringify(names));
  await rows(page).nth(2).click();
  await page.getByRole("textbox", { name: /^Headline/ }).fill("Why now");
  await rows(page).nth(3).click();
  await search(page, "section");
  await page.getByRole("option", { name: /^Section opener/ }).click();
  await page.locator(".frame textarea").waitFor();
  await page.keyboard.type("Who");
  await page.keyboard.press("Escape");
  await listed("Why now", "How \\[soon\\]", "Who");
  await rows(page).nth(4).focus();
  await page.keyboard.press("Delete");
  await listed("Why now", "How \\[soon\\]");
  await page.keyboard.press("Control+z");
  await listed("Why now", "How \\[soon\\]", "Who");

  // When an agent renames a section, the editor offers to update the agenda.
  const [, , { id: slideId }] = await stored(id);
  const { revision } = (await service.api("GET", `/api/presentations/${id}`)).presentation;
  const edit = { op: "set", slideId, path: "content.title", value: "Why today" };
  const batch = { client: "agent", seq: 1, base: revision, edits: [edit] };
  await service.api("POST", `/api/presentations/${id}/edits`, batch);
  await rows(page).nth(1).click();
  await line.getByText("The agenda no longer matches the sections of this deck.").waitFor();
  await line.getByRole("button", { name: "Update agenda" }).click();
  await line.getByText("The agenda no longer matches").waitFor({ state: "detached" });
  await listed("Why today", "How \\[soon\\]", "Who");

  // Its links lead to the sections in an exported page.
  const exported = await visit.context.request.get(`${service.base}/api/presentations/${id}/export/html`);
  assert.match(await exported.text(), /<a [^>]*href="#[^"]+"[^>]*>[^<]*(<[^>]+>)*Why today/);
  await visit.done();
});

test("a deck without sections is offered a list", async () => {
  const id = await deck(slide("title-slide", { title: "Tide" }), section("Why"));
  const visit = await editor(id);
  const { page } = visit;
  await search(page, "agenda");
  await page.getByRole("option", { name: "List", exact: true }).waitFor();
  assert.equal(await page.getByRole("option", { name: "Agenda" }).count(), 0);
  await visit.done();
});
