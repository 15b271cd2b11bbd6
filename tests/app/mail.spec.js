// Mail in the app and on the sign-in page, with a server that accepts it: an invitation, and a new password.

import assert from "node:assert/strict";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { freePort, until } from "../lectern.js";
import { lectern } from "./visit.js";

let service;
let smtp;
const mails = [];

/** Accepts mail as RFC 5321 says, without encryption. */
function accept(socket) {
  const say = (reply) => socket.write(`${reply}\r\n`);
  let content;
  say("220 localhost");
  createInterface({ input: socket }).on("line", (line) => {
    if (content) {
      if (line !== ".") return void content.push(line);
      mails.push(content.join("\n").replace(/=\n/g, "").replace(/=3D/g, "="));
      content = undefined;
      return void say("250 Accepted");
    }
    if (line === "DATA") content = [];
    say(line === "DATA" ? "354 Go on" : line === "QUIT" ? "221 Bye" : "250 OK");
  });
  socket.on("error", () => undefined);
}

before(async () => {
  smtp = createServer(accept);
  await new Promise((listening) => smtp.listen(0, "127.0.0.1", listening));
  const port = await freePort();
  service = await lectern({
    env: {
      SVC_PORT: String(port),
      APP_URL: `http://127.0.0.1:${port}`,
      SVC_SMTP_URL: `smtp://127.0.0.1:${smtp.address().port}?tls=none`,
      SVC_SMTP_FROM: "Lectern <decks@tide.test>",
    },
  });
});
after(async () => {
  smtp?.close();
  await service?.stop();
});

/** The link of the next mail to somebody. */
async function nextLink(to) {
  const mine = () => mails.findIndex((mail) => mail.includes(`\nTo: ${to}\n`));
  await until(`a mail to ${to}`, () => mine() >= 0);
  const [mail] = mails.splice(mine(), 1);
  return mail.match(/^http\S+\/signin\?token=\S+$/m)[0];
}

for (const width of [1440, 390]) {
  test(`somebody is invited, comes in and chooses another password at ${width}`, async () => {
    const email = `zoe${width}@tide.test`;
    const admin = await service.visit({ width });
    await admin.page.goto(`${service.base}/settings/users`);
    await admin.page.getByRole("button", { name: "Invite" }).first().click();
    await admin.page.getByText("They receive an e-mail with a link.").waitFor();
    await admin.page.getByLabel("E-mail").fill(email);
    await admin.page.getByRole("dialog").getByRole("button", { name: "Invite" }).click();
    await admin.page.getByText(`We sent an invitation to ${email}.`).waitFor();
    assert.deepEqual(await admin.violations(), []);
    await admin.done();

    const visit = await service.visit({ width, signedIn: false });
    const { page } = visit;
    await page.goto(await nextLink(email));
    await page.getByRole("button", { name: "Come in" }).click();
    await page.getByLabel("Password, at least 8 characters").fill("first password");
    await page.getByRole("button", { name: "Save and continue" }).click();
    await page.waitForURL(`${service.base}/app`);

    const second = await service.visit({ width, signedIn: false });
    await second.page.goto(`${service.base}/signin`);
    await second.page.getByRole("link", { name: "Forgot your password?" }).click();
    await second.page.getByRole("heading", { name: "Choose a new password" }).waitFor();
    assert.deepEqual(await second.violations(), []);
    await second.page.getByLabel("E-mail").fill(email);
    await second.page.getByRole("button", { name: "Send the link" }).click();
    await second.page.getByText(`If ${email} has an account here`).waitFor();
    assert.deepEqual(await second.violations(), []);
    await second.page.goto(await nextLink(email));
    await second.page.getByRole("button", { name: "Come in" }).click();
    await second.page.getByLabel("Password, at least 8 characters").fill("second password");
    await second.page.getByRole("button", { name: "Save and continue" }).click();
    await second.page.waitForURL(`${service.base}/app`);
    await second.done();

    await page.goto(`${service.base}/settings`);
    await page.waitForURL(/\/signin/, { timeout: 10_000 });
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("second password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(/\/settings/);
    await visit.done();
  });
}
