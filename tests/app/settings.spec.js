// The settings.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { until } from "../lectern.js";
import { lectern } from "./visit.js";

let service;
before(async () => {
  service = await lectern();
});
after(() => service?.stop());

/** Opens a page of the settings and waits for its heading. */
async function open(page, path, heading) {
  await page.goto(`${service.base}/settings/${path}`);
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
}

const says = (page, text) => page.getByText(text).first().waitFor();

test("an API key is created, shown once, used, and refused after it is revoked", async () => {
  const { page, violations, done } = await service.visit();
  await open(page, "keys", "API keys");
  await says(page, "No keys yet");
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByRole("button", { name: "Make key" }).click();
  await says(page, "Say what it is for");
  assert.deepEqual(await violations(), [], "the dialog");
  await page.getByLabel("What is this key for?").fill("Nightly export");
  await page.getByLabel("download decks as PDF").check();
  await page.keyboard.press("Enter");
  await says(page, "This is the only time it is shown.");
  const key = await page.locator("[role=dialog] pre").innerText();
  await page.getByRole("button", { name: "Done" }).click();

  const callWithKey = () =>
    fetch(`${service.base}/api/v1/themes`, {
      headers: { authorization: `Bearer ${key}` },
    });
  assert.equal((await callWithKey()).status, 200);
  assert.ok(
    !(await page.content()).includes(key),
    "the key is shown nowhere any more",
  );
  await page.reload();
  await page.getByRole("button", { name: "Nightly export" }).click();
  await says(page, /: 1 request, 0 assistant calls, 0 exports/);
  assert.deepEqual(await violations(), [], "the chart");
  await page.getByText("Table", { exact: true }).click();
  assert.equal(
    await page
      .getByRole("region", { name: "Use of “Nightly export” by day" })
      .locator("tbody tr")
      .count(),
    30,
  );

  await page.getByRole("button", { name: "Revoke" }).click();
  const dialog = page.getByRole("alertdialog", {
    name: "Revoke “Nightly export”?",
  });
  assert.equal(
    await dialog.locator(":focus").innerText(),
    "Keep",
    "the safe way out has the focus",
  );
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await says(page, "No keys yet");
  assert.equal((await callWithKey()).status, 401);
  await done();
});

test("a key for an agent is created in place and gives access to all tools", async () => {
  const { page, done } = await service.visit();
  await open(page, "agents", "Agents");
  await page.getByRole("button", { name: "Make a key for this" }).click();
  await says(page, "The key is filled in above.");
  await page.getByRole("button", { name: "Test" }).click();
  const text = await page.getByText(/\d+ tools are available\./).innerText();
  const { y, height } = await page.getByText(text).boundingBox();
  assert.ok(y + height <= 900, "the result is in view");
  const listed = await page.locator("tbody tr:not(.scope) code").allInnerTexts();
  assert.equal(listed.length, Number(text.match(/\d+/)), listed.join(" "));
  assert.match(
    await page.locator("pre").nth(1).innerText(),
    /Bearer svc_live_[\w-]{20,}/,
  );
  await done();
});

test("the password is changed, and a wrong one is refused", async () => {
  await service.api("POST", "/api/admin/users", {
    email: "eva@tide.test",
    name: "Eva",
    password: "long enough",
  });
  const { page, context, done } = await service.visit({ mayFail: /403/ });
  await context.request.post(`${service.base}/api/auth/login`, {
    data: { email: "eva@tide.test", password: "long enough" },
  });
  await open(page, "profile", "Profile");
  await page.getByLabel("New password").fill("four quiet boats");
  await says(page, "Fair");
  await page.getByLabel("Current password").fill("not this one");
  await page.getByRole("button", { name: "Change password" }).click();
  await says(page, "The current password is not right.");
  assert.equal(
    await page.getByLabel("New password").inputValue(),
    "four quiet boats",
    "what was typed stays",
  );
  await page.getByLabel("Current password").fill("long enough");
  await page.getByRole("button", { name: "Change password" }).click();
  await says(page, "Password changed. Other devices were signed out.");
  const again = await context.request.post(`${service.base}/api/auth/login`, {
    data: { email: "eva@tide.test", password: "four quiet boats" },
  });
  assert.equal(again.status(), 200);
  await done();
});

test("a person is invited and signs in by the link, once", async () => {
  const { page, done } = await service.visit();
  await open(page, "organization", "Members");
  await says(page, "People who work together in your organization.");
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByLabel("E-mail").fill("bram@tide.test");
  await page.getByLabel("Name (optional)").fill("Bram de Wit");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "Invite" })
    .click();
  await says(
    page,
    "Send this link to bram@tide.test yourself. It works once, for 7 days.",
  );
  const link = await page.locator("[role=dialog] pre").innerText();
  await page.getByRole("button", { name: "Done" }).click();
  await says(page, "Bram de Wit");
  await page.getByLabel("Role of Bram de Wit").selectOption("admin");
  await says(page, "Saved");
  await done();

  const guest = await service.visit();
  await guest.context.clearCookies();
  await guest.page.goto(link);
  await guest.page.getByRole("button").first().click();
  await guest.page.waitForURL((url) => !url.searchParams.has("token"));
  await open(guest.page, "profile", "Profile");
  await says(guest.page, "Choose a password");
  assert.equal(
    await guest.page.getByRole("link", { name: "Users" }).count(),
    0,
    "a member may not manage the instance",
  );
  assert.equal(
    await guest.page.getByRole("link", { name: "Themes" }).count(),
    1,
    "the organization is",
  );
  await guest.done();
});

test("a theme is created with readable colours and used by a deck", async () => {
  const { page, done } = await service.visit();
  await open(page, "themes/new", "New theme");
  await page.getByLabel("Name").fill("City Works");
  const accent = page.getByLabel("Second accent", { exact: true });
  await accent.fill("#D98A00");
  await says(page, "Second accent on plain, tint needs a contrast of 3.0 for lines and marks.");
  await page.getByRole("button", { name: "Darken to fit" }).click();
  await page.getByText("needs a contrast of 3.0").waitFor({ state: "detached" });
  const chosen = await accent.inputValue();
  assert.notEqual(chosen, "#D98A00");
  await page.getByLabel("Headings").selectOption("Sora");
  await page.locator("[aria-label='List on Dark']").waitFor();
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "City Works" }).waitFor();
  assert.equal(
    await accent.inputValue(),
    chosen,
    "unsaved work outlives the page",
  );
  await page.getByRole("button", { name: "Save" }).click();
  await says(page, "City Works is saved.");
  await page.getByRole("button", { name: "Make default" }).click();
  await says(page, "City Works is the default now.");

  const { themes } = await service.api("GET", "/api/themes");
  const theme = themes.find(({ label }) => label === "City Works");
  assert.deepEqual(
    [theme.isDefault, theme.colors, theme.fonts],
    [true, { accent2: chosen }, { heading: "Sora" }],
  );
  const body = {
    title: "Works",
    theme: theme.id,
    slides: [{ type: "title", content: { title: "Works" } }],
  };
  const { presentation } = await service.api(
    "POST",
    "/api/presentations",
    body,
  );
  const slideId = presentation.slides[0].id;
  const drawn = await service.api(
    "POST",
    `/api/presentations/${presentation.id}/render`,
    { slideId },
  );
  assert.ok(
    drawn.css.includes(`--accent-2:${chosen}`),
    "the deck wears the theme",
  );
  await service.api("POST", "/api/themes/custom/default/default", {});
  await done();
});

test("a theme is made from a PowerPoint file and adjusted", async () => {
  const { page, violations, done } = await service.visit({ mayFail: /name=notes\.pptx/ });
  await open(page, "themes/new", "New theme");
  await page.locator("input[type=file][accept*='.potx']").setInputFiles({
    name: "notes.pptx",
    mimeType: "text/plain",
    buffer: Buffer.from("no presentation"),
  });
  await says(page, "This is not a PowerPoint file (.pptx).");
  const { themes: before } = await service.api("GET", "/api/themes/custom");
  assert.ok(!before.some(({ label }) => label === "notes"), "nothing is left behind");

  // A file that Lectern exports is a template like any other.
  const deck = { title: "Quay", theme: "ledger", slides: [{ type: "title", content: { title: "Quay" } }] };
  const { presentation } = await service.api("POST", "/api/presentations", deck);
  const file = await page.request.get(`${service.base}/api/presentations/${presentation.id}/export/pptx`);
  const buffer = [...(await file.body())];
  // The file is dropped.
  const dropped = await page.evaluateHandle((bytes) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(bytes)], "Quay.potx"));
    return data;
  }, buffer);
  await page.getByRole("group", { name: "From a PowerPoint file" }).dispatchEvent("drop", { dataTransfer: dropped });
  await page.getByRole("heading", { level: 2, name: "What was imported" }).waitFor();
  await says(page, /^The colours: background #/);
  await page.getByRole("heading", { level: 3, name: "Left out" }).waitFor();
  const name = page.getByLabel("Name");
  await page.locator("[aria-label='List on Dark']").waitFor();
  assert.deepEqual(await violations(), [], "the report");
  await name.fill("Quay Works");
  await page.getByRole("button", { name: "Save" }).click();
  await says(page, "Quay Works is saved.");
  const { themes } = await service.api("GET", "/api/themes/custom");
  const theme = themes.find(({ label }) => label === "Quay Works");
  assert.equal(theme.voice.title.form, "plain");
  assert.equal(typeof theme.fonts.heading, "object", "the weight of headings is kept");
  assert.ok(theme.chart.length > 1, "the colours of charts are kept");
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("heading", { name: "What was imported" }).waitFor({ state: "detached" });
  await done();
});

test("a theme begins with the voice of another, and its parts are chosen", async () => {
  const { page, violations, done } = await service.visit();
  await open(page, "themes/new", "New theme");
  await page.getByLabel("Name").fill("Pier");
  const like = page.getByLabel("Draw like");
  assert.equal(await like.inputValue(), "default");
  const list = page.locator("[data-sample='auto/list']");
  // The slide is drawn in a shadow root.
  const drawn = () =>
    list.locator("[inert]").evaluate((host) => host.shadowRoot.innerHTML);
  const changes = async (act) => {
    const before = await drawn();
    await act();
    await until("the list is drawn anew", async () => (await drawn()) !== before);
  };
  await list.waitFor();
  await changes(() => like.selectOption({ label: "Ledger" }));
  const head = page.getByRole("group", { name: "Head" });
  const place = head.getByLabel("Place");
  assert.equal(await place.inputValue(), "top");
  assert.equal(await head.getByLabel("Line below the head").isChecked(), true);
  await changes(() => place.selectOption({ label: "In a dark band" }));
  assert.equal(await like.inputValue(), "", "a choice of its own");
  await page
    .getByRole("group", { name: "Plates" })
    .getByLabel("Corners")
    .selectOption({ label: "16 px" });
  for (const select of await page.locator("fieldset option").allInnerTexts())
    assert.doesNotMatch(select, /settings\./, "every word has a text");
  assert.deepEqual(await violations(), [], "the editor");
  await page.getByRole("button", { name: "Save" }).click();
  await says(page, "Pier is saved.");

  const { themes } = await service.api("GET", "/api/themes");
  const { id, voice } = themes.find(({ label }) => label === "Pier");
  assert.equal(voice.head.place, "band");
  assert.equal(voice.plate.radius, 16);
  assert.equal(voice.marker.numeral, "roman", "the rest is Ledger's");
  await like.selectOption({ label: "Tideline" });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  const after = await service.api("GET", "/api/themes");
  assert.equal(
    after.themes.find((theme) => theme.id === id).voice,
    undefined,
    "the default theme needs no voice",
  );
  await done();
});

test("what is changed while a theme is being saved stays unsaved", async () => {
  const { theme } = await service.api("POST", "/api/themes/custom", {
    label: "Dune",
    colors: { accent2: "#D98A00" },
  });
  const { page, done } = await service.visit();
  await open(page, `themes/${theme.id}`, "Dune");
  let proceed = () => {};
  const held = new Promise((resolve) => (proceed = resolve));
  await page.route("**/api/themes/custom/*", (route) => held.then(() => route.continue()));
  await page.getByLabel("Name").fill("Dune 2");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByLabel("Name").fill("Dune 3");
  proceed();
  await says(page, "Dune 2 is saved.");
  await says(page, "Not saved yet.");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  const { themes } = await service.api("GET", "/api/themes/custom");
  assert.equal(themes.find(({ id }) => id === theme.id).label, "Dune 3");
  await service.api("DELETE", `/api/themes/custom/${theme.id}`);
  await done();
});

test("a font is uploaded, chosen in a theme, and kept while the theme uses it", async () => {
  const { page, done } = await service.visit({ mayFail: /409|400/ });
  await open(page, "themes", "Themes");
  const upload = (name, buffer) =>
    page
      .locator('input[type=file][accept*=".woff2"]')
      .setInputFiles({ name, mimeType: "font/ttf", buffer });
  await upload("notes.ttf", Buffer.from("not a font"));
  await page.getByText("The file is not a font.").waitFor();
  await upload("Acme.ttf", renamed("Sora", "Acme"));
  const fonts = page.getByRole("region", { name: "Your fonts" });
  await fonts.getByRole("heading", { name: "Acme" }).waitFor();
  await fonts.getByText("Open Font License").waitFor();

  await service.api("POST", "/api/themes/custom", {
    label: "House",
    fonts: { heading: "Acme" },
  });
  await fonts.getByRole("button", { name: "Remove Acme 600" }).click();
  await page.getByText("The theme “House” uses Acme.").waitFor();
  await page.reload();
  await page.getByRole("link", { name: "Edit House" }).click();
  await until(
    "the theme has the font",
    async () => (await page.getByLabel("Headings").inputValue()) === "Acme",
  );
  await done();
});

/** A bundled font under another name, since the name of a built-in family is refused. */
function renamed(from, to) {
  const wide = (name) => Buffer.from(name, "utf16le").swap16();
  const file = readFileSync(
    new URL("../../assets/fonts/sora/Sora_600SemiBold.ttf", import.meta.url),
  );
  for (
    let at = file.indexOf(wide(from));
    at >= 0;
    at = file.indexOf(wide(from), at)
  )
    wide(to).copy(file, at);
  return file;
}

test("a slide type is created, published, and offered", async () => {
  const { page, done } = await service.visit({ mayFail: /400/ });
  await open(page, "types/new", "New slide type");
  await page.getByLabel("Name", { exact: true }).fill("Case study");
  assert.equal(await page.getByLabel("Short name").inputValue(), "case-study");
  await page.getByRole("button", { name: "Add field" }).click();
  await page.getByLabel("Label").fill("Client name");
  assert.equal(await page.getByLabel("Key").inputValue(), "clientName");
  await page.getByLabel("Longest, in characters").fill("12");
  await page.getByRole("button", { name: "Example" }).click();
  await page.getByLabel("Client name").fill("Harbour Cooperative");
  await says(page, /`clientName`: example/);
  await page.getByLabel("Client name").fill("Harbour Co-o");
  await says(page, "The example is valid");
  await page.getByRole("button", { name: /^Client name/ }).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await page.getByText("Client name, 1 of 2").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Publish" }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: "Publish" })
    .click();
  await says(page, "Case study is offered now.");

  const { slideTypes } = await service.api("GET", "/api/slide-types");
  assert.deepEqual(
    slideTypes["custom-case-study"].fields.map(({ key }) => key),
    ["clientName", "title"],
  );
  await done();
});

test("a type is switched off and on again", async () => {
  const { page, done } = await service.visit();
  await open(page, "types", "Slide types");
  const offered = async () =>
    "poll-slide" in (await service.api("GET", "/api/slide-types")).slideTypes;
  await page.getByRole("switch", { name: "Poll", exact: true }).click();
  await says(page, "No longer offered. Existing slides stay.");
  assert.equal(await offered(), false);
  await page.getByRole("switch", { name: "Poll", exact: true }).click();
  await page.getByText("No longer offered").waitFor({ state: "detached" });
  assert.equal(await offered(), true);
  await done();
});

test("maintenance is switched on and off", async () => {
  const { page, done } = await service.visit();
  await open(page, "maintenance", "Maintenance");
  await page.getByLabel("Expected length in minutes").fill("3");
  await page.getByRole("switch", { name: "Maintenance is off" }).click();
  await says(page, /Lectern is under maintenance until about/);
  assert.deepEqual(await service.api("GET", "/api/maintenance"), {
    active: true,
    reason: "manual",
    retryAfter: 180,
  });
  await page.getByRole("switch", { name: "Maintenance is on" }).click();
  await page.getByRole("switch", { name: "Maintenance is off" }).waitFor();
  assert.equal((await service.api("GET", "/api/maintenance")).active, false);
  await done();
});

test("an account is disabled, and deleting it says what happens to its decks", async () => {
  await service.api("POST", "/api/admin/users", {
    email: "carl@tide.test",
    name: "Carl",
    password: "long enough",
  });
  const { page, done } = await service.visit();
  await open(page, "users", "Users");
  await page.getByRole("button", { name: "More about Carl" }).click();
  await page.getByRole("menuitem", { name: /^Disable/ }).click();
  await says(page, "Disabled");
  await page.getByRole("button", { name: "More about Carl" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await says(page, "0 decks pass to you. This cannot be undone.");
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: "Delete" })
    .click();
  await says(page, "The account of Carl is deleted.");
  await done();
});

test("axe finds nothing in any section at both widths and in both schemes, and none scrolls sideways", async () => {
  const { theme } = await service.api("POST", "/api/themes/custom", {
    label: "Quay",
    colors: { accent2: "#D98A00" },
  });
  const sections = [
    "profile",
    "keys",
    "agents",
    "organization",
    "themes",
    "types",
    "ai",
    "webhooks",
    "provisioning",
    "users",
    "maintenance",
  ];
  const looks = [
    { width: 1440, height: 900, scheme: "light" },
    { width: 390, height: 844, scheme: "dark" },
  ];
  for (const look of looks) {
    // Pictures of themes and the list of vendors may be missing.
    const { page, violations, done } = await service.visit({
      ...look,
      mayFail: /404/,
    });
    for (const section of [
      "",
      ...sections,
      `themes/${theme.id}`,
      "types/new",
    ]) {
      await page.goto(`${service.base}/settings/${section}`.replace(/\/$/, ""));
      await page.waitForLoadState("networkidle");
      assert.deepEqual(await violations(), [], `${section} at ${look.width}`);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - innerWidth,
      );
      assert.ok(wide <= 0, `${section} at ${look.width} is ${wide} too wide`);
    }
    await done();
  }
});
