// Pictures of slides are requested once: when a page is opened again, only those that changed are requested.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { until } from "../lectern.js";
import { lectern } from "./visit.js";

let service;

before(async () => {
  service = await lectern();
});
after(() => service?.stop());

const quote = (words) => ({ type: "quote", content: { quote: words } });

async function makeDeck(title, ...words) {
  const body = { title, slides: words.map(quote) };
  return (await service.api("POST", "/api/presentations", body)).presentation;
}

/** Opens a page. `open` shows an address in it and returns the thumbnails that it requested from the server. */
async function openPage() {
  const visit = await service.visit();
  const { page, context } = visit;
  const client = await context.newCDPSession(page);
  await client.send("Network.enable");
  const [urls, sent, ended] = [new Map(), [], new Set()];
  client.on("Network.requestWillBeSent", ({ requestId, request }) => urls.set(requestId, request.url));
  // Reported only for what is sent: a picture from the browser's cache is not.
  client.on("Network.requestWillBeSentExtraInfo", ({ requestId }) => sent.push(requestId));
  client.on("Network.loadingFinished", ({ requestId }) => ended.add(requestId));
  const requested = () =>
    sent.map((id) => new URL(urls.get(id) ?? "about:blank")).filter(({ pathname }) => pathname.endsWith("/thumb.png"));
  /** Opens an address, waits for the pictures and returns the paths and widths of those that were requested. */
  async function open(address, { pictures, act }) {
    sent.length = 0;
    await page.goto(service.base + address);
    await act?.(page);
    const images = page.locator('img[src*="/thumb.png"]');
    await until(`${pictures} pictures at ${address}`, async () => {
      const loaded = await images.evaluateAll(
        (all) => all.filter((image) => image.complete && image.naturalWidth > 0).length,
      );
      return loaded >= pictures && sent.every((id) => ended.has(id) || !urls.get(id)?.includes("/thumb.png"));
    });
    return requested()
      .map(({ pathname, searchParams }) => `${pathname} ${searchParams.get("w")}`)
      .sort();
  }
  return { visit, open };
}

test("the editor requests the pictures of changed slides only", async () => {
  const deck = await makeDeck("Tides", "High water.", "Low water.", "Slack water.");
  const address = `/app/${deck.id}`;
  const path = (at) => `/api/presentations/${deck.id}/slides/${deck.slides[at].id}/thumb.png 320`;
  let seq = 0;
  const send = (edit) => {
    seq += 1;
    return service.api("POST", `/api/presentations/${deck.id}/edits`, { client: "test", seq, base: seq, edits: [edit] });
  };
  const setTheme = (value) => send({ op: "deck", path: "theme", value });
  const { visit, open } = await openPage();
  const all = [path(0), path(1), path(2)].sort();
  assert.deepEqual(await open(address, { pictures: 3 }), all);
  assert.deepEqual(await open(address, { pictures: 3 }), []);
  await send({ op: "set", slideId: deck.slides[1].id, path: "content.quote", value: "Neap tide." });
  assert.deepEqual(await open(address, { pictures: 3 }), [path(1)]);
  assert.deepEqual(await open(address, { pictures: 3 }), []);
  // Another theme changes all pictures; with the first one, they are as before.
  await setTheme("observatory");
  assert.deepEqual(await open(address, { pictures: 3 }), all);
  await setTheme(deck.theme);
  assert.deepEqual(await open(address, { pictures: 3 }), []);
  await visit.done();
});

test("a change in the open editor requests the picture of its slide only", async () => {
  const deck = await makeDeck("Harbour", "First quay.", "Second quay.", "Third quay.");
  const { visit, open } = await openPage();
  const address = `/app/${deck.id}`;
  const last = `/api/presentations/${deck.id}/slides/${deck.slides[2].id}/thumb.png`;
  await open(address, { pictures: 3 });
  const image = visit.page.locator(`img[src*="${last}"]`);
  const before = await image.getAttribute("src");
  await service.api("POST", `/api/presentations/${deck.id}/edits`, {
    client: "test",
    seq: 1,
    base: 1,
    edits: [{ op: "set", slideId: deck.slides[2].id, path: "content.quote", value: "Last quay." }],
  });
  await until("another picture", async () => (await image.getAttribute("src")) !== before);
  await until("it is loaded", () => image.evaluate((image) => image.complete && image.naturalWidth > 0));
  assert.deepEqual(await open(address, { pictures: 3 }), []);
  await visit.done();
});

test("lists, comments, versions and the library request no unchanged picture again", async () => {
  const deck = await makeDeck("Pilots", "Pilot on board.", "Pilot away.");
  const trashed = await makeDeck("Old charts", "Soundings.");
  await service.api("DELETE", `/api/presentations/${trashed.id}`);
  const [{ id: slideId }] = deck.slides;
  await service.api("POST", `/api/presentations/${deck.id}/comments`, { slideId, body: "Which pilot?" });
  await service.api("POST", "/api/slide-library", { presentationId: deck.id, slideId, name: "Pilot" });
  const openLibrary = async (page) => {
    await page.getByRole("button", { name: "Add slide" }).first().click();
    await page.getByRole("button", { name: "Slide library", exact: true }).click();
  };
  const { visit, open } = await openPage();
  for (const [address, options] of [
    ["/app", { pictures: 1 }],
    ["/trash", { pictures: 1 }],
    ["/settings/themes", { pictures: 3 }],
    [`/app/${deck.id}?panel=comments`, { pictures: 3 }],
    [`/app/${deck.id}`, { pictures: 4, act: openLibrary }],
  ]) {
    const first = await open(address, options);
    assert.notDeepEqual(first, [], address);
    // Pictures further down the page load when the browser likes.
    const again = await open(address, options);
    assert.deepEqual(
      again.filter((path) => first.includes(path)),
      [],
      address,
    );
  }
  await visit.done();
});
