// Webhooks in the settings, with a receiver that answers.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { until } from "../lectern.js";
import { lectern } from "./visit.js";

let service;
let receiver;
let url;
const received = [];
let status = 200;

before(async () => {
  service = await lectern({ env: { SVC_WEBHOOK_ALLOW: "127.0.0.0/8" } });
  receiver = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    received.push({ headers: request.headers, body });
    response.writeHead(status).end();
  });
  await new Promise((listening) => receiver.listen(0, "127.0.0.1", listening));
  url = `http://127.0.0.1:${receiver.address().port}/hook`;
});
after(async () => {
  receiver?.close();
  await service?.stop();
});

const says = (page, text) => page.getByText(text).first().waitFor();

/** Whether a request is signed with a secret. */
function isSigned({ headers, body }, secret) {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  return (
    headers["webhook-signature"] ===
    `v1,${createHmac("sha256", key).update(signed).digest("base64")}`
  );
}

for (const width of [1440, 390]) {
  test(`a webhook is added, tried, watched and deleted at ${width}`, async () => {
    const { page, violations, done } = await service.visit({
      width,
      mayFail: /400/,
    });
    received.length = 0;
    await page.goto(`${service.base}/settings/webhooks`);
    await says(page, "No webhooks yet");
    assert.deepEqual(await violations(), [], "without webhooks");

    await page.getByRole("button", { name: "New webhook" }).click();
    await page.getByRole("button", { name: "Add webhook" }).click();
    await says(page, "Enter the address that receives the messages.");
    await says(page, "Choose at least one.");
    await page.getByLabel("Address").fill("http://10.1.2.3/");
    await page.getByLabel("A deck is created").check();
    await page.getByRole("button", { name: "Add webhook" }).click();
    await says(page, /private network/);
    assert.deepEqual(await violations(), [], "the form");
    await page.getByLabel("Address").fill(url);
    await page.getByLabel("What is it for?").fill("Harbour office");
    await page.getByRole("button", { name: "Add webhook" }).click();
    await says(page, "This is the only time it is shown.");
    const secret = await page.locator("[role=dialog] pre").innerText();
    assert.match(secret, /^whsec_/);
    assert.deepEqual(await violations(), [], "the secret");
    await page.getByRole("button", { name: "Done" }).click();
    assert.ok(
      !(await page.content()).includes(secret),
      "the secret is shown nowhere any more",
    );

    await page
      .getByRole("button", { name: "Harbour office", exact: true })
      .click();
    await says(page, "Nothing was sent yet.");
    await page.getByRole("button", { name: "Send a test" }).click();
    await says(page, "delivered");
    await says(page, /status 200/);
    assert.equal(received.length, 1);
    assert.ok(isSigned(received[0], secret));
    await service.api("POST", "/api/presentations", { title: "Tide" });
    await until("the event arrives", () => received.length === 2);
    assert.equal(JSON.parse(received[1].body).type, "presentation.created");

    await page
      .getByRole("button", { name: /^Send again: webhook.test,/ })
      .click();
    await until("the test arrives again", () => received.length === 3);
    assert.equal(
      received[2].headers["webhook-id"],
      received[0].headers["webhook-id"],
    );
    await page
      .getByRole("button", { name: "presentation.created", exact: true })
      .click();
    await says(page, /"type": "presentation.created"/);
    assert.deepEqual(await violations(), [], "what was sent");
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - innerWidth,
    );
    assert.ok(wide <= 0, `${wide} too wide`);

    status = 410;
    await page.getByRole("button", { name: "Send a test" }).click();
    await says(page, "failed");
    await page.reload();
    await says(page, "gone");
    status = 200;
    await page.getByRole("button", { name: /^Harbour office/ }).click();
    await page.getByRole("switch", { name: "Send events" }).click();
    await page
      .getByText("gone", { exact: true })
      .waitFor({ state: "detached" });

    await page
      .getByRole("button", { name: "More about Harbour office" })
      .click();
    await page.getByRole("menuitem", { name: "Replace secret" }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: "Replace secret" })
      .click();
    await says(page, "This is the only time it is shown.");
    assert.notEqual(
      await page.locator("[role=dialog] pre").innerText(),
      secret,
    );
    await page.getByRole("button", { name: "Done" }).click();
    await page
      .getByRole("button", { name: "More about Harbour office" })
      .click();
    await page.getByRole("menuitem", { name: "Edit webhook" }).click();
    await page.getByLabel("A comment is written").check();
    await page.getByRole("button", { name: "Save" }).click();
    await says(page, "comment.created");
    await page
      .getByRole("button", { name: "More about Harbour office" })
      .click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: "Delete" })
      .click();
    await says(page, "No webhooks yet");
    await done();
  });
}
