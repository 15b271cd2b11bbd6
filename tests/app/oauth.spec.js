// An agent connects by address: the page on which a person decides, and the list of connected agents.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { freePort } from "../lectern.js";
import { lectern } from "./visit.js";

const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

let service, agent;
before(async () => {
  const port = await freePort();
  service = await lectern({
    env: { SVC_PORT: String(port), APP_URL: `http://127.0.0.1:${port}` },
  });
  agent = await listeningAgent();
});
after(async () => {
  agent?.stop();
  await service?.stop();
});

/** An agent on this machine that waits for its code. */
async function listeningAgent() {
  let resolveParameters;
  const server = createServer((request, response) => {
    const url = new URL(request.url, "http://127.0.0.1");
    if (url.pathname === "/callback") resolveParameters?.(Object.fromEntries(url.searchParams));
    response.end("You can close this page.");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const redirect = `http://127.0.0.1:${server.address().port}/callback`;
  return {
    redirect,
    /** Resolves to the parameters of the next redirect. */
    answer: () => new Promise((resolve) => (resolveParameters = resolve)),
    stop: () => server.close(),
  };
}

const post = async (path, body, headers = {}) =>
  (await fetch(service.base + path, { method: "POST", body, headers })).json();

/** Registers a client. Returns its id and the address of the page to decide on. */
async function register(name, redirect = agent.redirect) {
  const registered = await post(
    "/oauth/register",
    JSON.stringify({ client_name: name, redirect_uris: [redirect] }),
  );
  const request = new URLSearchParams({
    response_type: "code",
    client_id: registered.client_id,
    redirect_uri: redirect,
    state: "harbour",
    code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
    code_challenge_method: "S256",
    resource: `${service.base}/mcp`,
  });
  return {
    id: registered.client_id,
    page: `${service.base}/oauth/authorize?${request}`,
  };
}

const exchange = (client, code) =>
  post(
    "/oauth/token",
    new URLSearchParams({
      grant_type: "authorization_code",
      client_id: client,
      code,
      code_verifier: VERIFIER,
    }),
  );

test("a person connects an agent, sees it in the settings and disconnects it", async () => {
  const client = await register("Harbour Agent");
  const { page, violations, done } = await service.visit();
  await page.goto(client.page);
  await page.getByRole("heading", { name: "Connect Harbour Agent?" }).waitFor();
  await page.getByLabel("make, change and delete decks").uncheck();
  const answer = agent.answer();
  await page.getByRole("button", { name: "Connect" }).click();
  const parameters = await answer;
  assert.deepEqual([parameters.state, parameters.iss], ["harbour", service.base]);
  // The agent receives them before the browser has shown its answer.
  await page.waitForURL(`${agent.redirect}**`);
  const tokens = await exchange(client.id, parameters.code);
  assert.equal(tokens.scope, "read export ai comments:read comments:write");
  const list = () =>
    fetch(`${service.base}/mcp`, {
      method: "POST",
      headers: { Authorization: `Bearer ${tokens.access_token}` },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
  assert.equal((await list()).status, 200);

  await page.goto(`${service.base}/settings/agents`);
  await page.getByRole("heading", { name: "Connect by address" }).waitFor();
  await page.getByText("Harbour Agent", { exact: true }).waitFor();
  assert.deepEqual(await violations(), []);
  await page.getByRole("button", { name: "Disconnect Harbour Agent" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Disconnect “Harbour Agent”?" });
  await dialog.getByRole("button", { name: "Disconnect" }).click();
  await page.getByText("No agents yet").waitFor();
  assert.equal((await list()).status, 401);

  await page.goto(`${service.base}/settings/audit`);
  await page.getByText("Agent connected").waitFor();
  await page.getByText("Agent disconnected").waitFor();
  await done();
});

test("a person who is not signed in signs in first, and may refuse", async () => {
  const client = await register("Quay");
  const { page, done } = await service.visit({ signedIn: false });
  await page.goto(client.page);
  await page.getByLabel("E-mail").fill("ada@tide.test");
  await page.getByLabel("Password", { exact: true }).fill("long enough");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Connect Quay?" }).waitFor();
  const answer = agent.answer();
  await page.getByRole("button", { name: "Cancel" }).click();
  assert.equal((await answer).error, "access_denied");
  await done();
});

test("the page is accessible in both schemes, on a phone and in Dutch", async () => {
  const client = await register("Harbour Agent", "https://agents.tide.test/callback");
  for (const scheme of ["light", "dark"])
    for (const width of [1440, 390]) {
      const { page, violations, done } = await service.visit({ width, scheme, locale: "nl-NL" });
      await page.goto(client.page);
      await page.getByRole("heading", { name: "Harbour Agent verbinden?" }).waitFor();
      await page.getByText("agents.tide.test").waitFor();
      assert.deepEqual(await violations(), []);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${width}: ${wide} px too wide`);
      await done();
    }
});

test("no page of another site shows it in a frame", async () => {
  const client = await register("Quay");
  const { page } = await service.visit({ mayFail: /frame/ });
  await page.goto(`${agent.redirect.replace("/callback", "/elsewhere")}`);
  await page.setContent(`<iframe src="${client.page.replaceAll("&", "&amp;")}"></iframe>`);
  await page.waitForTimeout(500);
  const inside = page.frames()[1];
  assert.equal(await inside.locator("button").count(), 0);
});
