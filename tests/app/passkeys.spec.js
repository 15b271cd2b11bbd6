// Passkeys in a real browser, with its virtual authenticator: adding one, signing in with it, and removing it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ADMIN, freePort, until } from "../lectern.js";
import { lectern } from "./visit.js";

let service;
let base;

before(async () => {
  const port = await freePort();
  // A passkey belongs to a name; a number has none.
  base = `http://localhost:${port}`;
  service = await lectern({ env: { SVC_PORT: String(port), APP_URL: base } });
});
after(() => service?.stop());

/** Gives the browser of a page an authenticator that confirms everything at once. */
async function authenticator(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const set = (method, values) => session.send(`WebAuthn.${method}`, { authenticatorId, ...values });
  return {
    credentials: async () => (await set("getCredentials")).credentials,
    verifies: (isUserVerified) => set("setUserVerified", { isUserVerified }),
    presses: (enabled) => set("setAutomaticPresenceSimulation", { enabled }),
  };
}

async function signInByPassword(page) {
  await page.goto(`${base}/signin?next=/settings/profile`);
  await page.getByLabel("E-mail").fill(ADMIN.email);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name: "Passkeys" }).waitFor();
}

const signOut = async (page) => {
  await page.context().clearCookies();
  await page.goto(`${base}/signin`);
};
const says = (page, text) => page.getByText(text).first().waitFor();

for (const width of [1440, 390]) {
  test(`a passkey is added, signs in, is renamed and removed at ${width}`, async () => {
    const visit = await service.visit({ width, signedIn: false, mayFail: /401|409|400/ });
    const { page } = visit;
    const device = await authenticator(page);
    // Suggestions in the field of the e-mail would sign in at once.
    await device.presses(false);
    await signInByPassword(page);
    await device.presses(true);
    assert.deepEqual(await visit.violations(), [], "the empty list");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await says(page, "Passkey added.");
    await says(page, "not used yet");
    assert.equal((await device.credentials()).length, 1);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await says(page, "This device already has a passkey for your account.");
    assert.deepEqual(await visit.violations(), [], "the list");

    await page.getByRole("button", { name: /^Rename the passkey/ }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Harbour laptop");
    assert.deepEqual(await visit.violations(), [], "the dialog");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await says(page, "Harbour laptop");

    await device.presses(false);
    await signOut(page);
    const button = page.getByRole("button", { name: "Sign in with a passkey" });
    await button.waitFor();
    assert.deepEqual(await visit.violations(), [], "the sign-in page");
    await device.presses(true);
    await button.click();
    await page.waitForURL(`${base}/app`);

    await page.goto(`${base}/settings/profile`);
    await says(page, /used (now|just now|\d+ seconds? ago|a moment ago)/i);
    const [credential] = await device.credentials();
    await page.getByRole("button", { name: "Remove the passkey “Harbour laptop”" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await says(page, "“Harbour laptop” no longer signs you in.");

    await device.presses(false);
    await signOut(page);
    await button.waitFor();
    assert.ok(credential.isResidentCredential, "the device still has it");
    await device.presses(true);
    await button.click();
    await says(page, "That passkey is not known here");
    assert.equal(new URL(page.url()).pathname, "/signin");
    await visit.done();
  });
}

test("a passkey is suggested in the field of the e-mail", async () => {
  const visit = await service.visit({ signedIn: false });
  const { page } = visit;
  const device = await authenticator(page);
  await device.presses(false);
  await signInByPassword(page);
  await device.presses(true);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await says(page, "Passkey added.");
  // The virtual authenticator takes the suggestion at once.
  await signOut(page);
  await page.waitForURL(`${base}/app`);
  const entries = await service.api("GET", "/api/admin/audit?limit=5");
  await until("the sign-in is in the audit log", () =>
    entries.entries.some(({ act, details }) => act === "signed-in" && details.method === "passkey"),
  );
  await visit.done();
});

test("an authenticator that does not verify its user signs nobody in", async () => {
  const visit = await service.visit({ signedIn: false, mayFail: /40\d/ });
  const { page } = visit;
  const device = await authenticator(page);
  await device.presses(false);
  await signInByPassword(page);
  await device.presses(true);
  await device.verifies(false);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await says(page, "No passkey was added.");
  await visit.done();
});

test("there is no button where the address is a number or the browser has no passkeys", async () => {
  const visit = await service.visit({ signedIn: false });
  await visit.page.goto(`${service.base}/signin`);
  await visit.page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  assert.equal(await visit.page.getByRole("button", { name: "Sign in with a passkey" }).count(), 0);
  await visit.context.addInitScript(() => delete window.PublicKeyCredential);
  await visit.page.goto(`${base}/signin`);
  await visit.page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  assert.equal(await visit.page.getByRole("button", { name: "Sign in with a passkey" }).count(), 0);
  await visit.done();
});
