// A deck is offered to the organization and used for a new one; the statistics of its views list its talk.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { until } from "../lectern.js";
import { lectern } from "./visit.js";

let service;
let deck;

before(async () => {
  service = await lectern();
  const slides = [
    { type: "title", content: { title: "Our pitch", subtitle: "Who we are" } },
    { type: "content", content: { title: "What we do", body: "- Quays\n- Locks" } },
  ];
  const body = { title: "Our pitch", description: "For every first meeting", visibility: "organization", slides };
  deck = (await service.api("POST", "/api/presentations", body)).presentation;
});
after(() => service?.stop());

for (const width of [1440, 390]) {
  test(`a starter deck is marked and begun with at ${width}`, async () => {
    const visit = await service.visit({ width });
    const { page } = visit;
    await service.api("DELETE", `/api/presentations/${deck.id}/starter`);
    await page.goto(`${service.base}/app/${deck.id}?panel=share`);
    await page.getByRole("switch", { name: "Offer as a starter deck" }).click();
    await until("it is marked", async () => {
      return (await service.api("GET", `/api/presentations/${deck.id}/starter`)).starter;
    });
    assert.deepEqual(await visit.violations(), []);

    await page.goto(`${service.base}/app`);
    await page.getByRole("button", { name: /New deck/ }).first().click();
    await page.getByRole("radio", { name: /Our pitch/ }).check({ force: true });
    assert.deepEqual(await visit.violations(), []);
    await page.getByLabel("Title").first().fill("Pitch for Quay");
    await page.getByRole("button", { name: "Create" }).click();
    await page.waitForURL(/\/app\/[0-9a-f-]{36}/);
    const { presentations } = await service.api("GET", "/api/presentations?q=Pitch%20for%20Quay");
    assert.ok(presentations.length >= 1);
    await visit.done();
  });
}

test("the talk of a deck is among its views", async () => {
  const { sessionId } = await service.api("POST", "/api/present-sessions", { presentationId: deck.id });
  const phone = await service.visit({ width: 390, signedIn: false });
  await phone.page.goto(`${service.base}/follow/${sessionId}`);
  await until("somebody follows", async () => {
    return (await service.api("GET", `/api/present-sessions/${sessionId}/audience`)).followers === 1;
  });
  await service.api("POST", `/api/present-sessions/${sessionId}/finish`, {});
  await phone.context.close();
  const visit = await service.visit();
  const { page } = visit;
  await page.goto(`${service.base}/app/${deck.id}`);
  await page.getByRole("button", { name: "Share" }).first().click();
  await page.getByRole("tab", { name: "Views" }).click();
  await page.getByRole("table", { name: "Talks" }).waitFor();
  await page.getByRole("img", { name: "Followers by minute, 1 at most" }).waitFor();
  assert.deepEqual(await visit.violations(), []);
  await visit.done();
});
