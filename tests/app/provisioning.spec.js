// Provisioning in the settings: an identity provider gets a token, adds people and is cut off.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { lectern } from "./visit.js";

let service;

before(async () => {
  service = await lectern({});
});
after(async () => {
  await service?.stop();
});

/** Waits for a text on the page. */
async function says(page, text) {
  await page.getByText(text).first().waitFor();
}

/** Sends a request as the identity provider. */
async function scim(token, method, path, body) {
  const response = await fetch(`${service.base}/scim/v2${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/scim+json",
    },
    body: body && JSON.stringify(body),
  });
  return {
    status: response.status,
    body: response.status === 204 ? undefined : await response.json(),
  };
}

for (const width of [1440, 390]) {
  test(`a token is made, used and revoked at ${width}`, async () => {
    const { page, violations, done } = await service.visit({ width });
    await page.goto(`${service.base}/settings/provisioning`);
    await says(page, "There is no token yet.");
    await says(page, `${service.base}/scim/v2`);
    assert.deepEqual(await violations(), [], "without a token");

    await page.getByRole("button", { name: "Make token" }).click();
    await says(page, "This is the only time it is shown.");
    const token = await page.locator("[role=dialog] pre").innerText();
    assert.match(token, /^svc_scim_/);
    assert.deepEqual(await violations(), [], "the token");
    await page.getByRole("button", { name: "Done" }).click();
    assert.ok(
      !(await page.content()).includes(token),
      "the token is shown nowhere any more",
    );
    await says(page, "none yet");

    const email = `ann${width}@example.test`;
    const person = await scim(token, "POST", "/Users", {
      userName: email,
      displayName: `Ann ${width}`,
    });
    assert.equal(person.status, 201);
    const group = await scim(token, "POST", "/Groups", {
      displayName: `Board ${width}`,
      members: [{ value: person.body.id }],
    });
    assert.equal(group.status, 201);

    // The members of the group become administrators.
    await page.reload();
    await page
      .getByLabel("Administrators are the members of")
      .selectOption({ label: `Board ${width} (1 person)` });
    await says(page, "Saved");
    assert.deepEqual(await violations(), [], "with a group");
    const off = { op: "replace", path: "active", value: false };
    const changed = await scim(token, "PATCH", `/Users/${person.body.id}`, {
      Operations: [off],
    });
    assert.equal(changed.body.active, false);
    await page.goto(`${service.base}/settings/organization`);
    const row = page.getByRole("row").filter({ hasText: email });
    await row.getByText("(switched off)").waitFor();
    assert.match(await row.innerText(), /Administrator/);
    assert.deepEqual(await violations(), [], "the members");

    await page.goto(`${service.base}/settings/provisioning`);
    await page.getByRole("button", { name: "Revoke" }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: "Revoke" })
      .click();
    await says(page, "There is no token yet.");
    assert.equal((await scim(token, "GET", "/Users")).status, 401);
    await done();
  });
}
