// Single sign-on with a real identity provider (oidc-provider), and with one that sends wrong answers.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import * as jose from "jose";
import { Provider } from "oidc-provider";
import { freePort } from "../lectern.js";
import { lectern } from "./visit.js";

const SECRET = "a secret between the two of them";

/** The accounts of the issuer, by login name. Tests change them. */
const people = {
  ada: { email: "ada@tide.test", email_verified: true, name: "Ada" },
  bram: { email: "Bram@Tide.test", email_verified: true, name: "Bram" },
  cleo: { email: "cleo@tide.test", email_verified: false, name: "Cleo" },
  dirk: { email: "dirk@tide.test", email_verified: true, name: "Dirk" },
  evil: { email: "evil@else.test", email_verified: true, name: "Evil" },
};

let service, issuer;
before(async () => {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  issuer = await realIssuer(`${base}/signin/oidc/callback`);
  service = await lectern({
    env: settings(port, issuer.address, { SVC_OIDC_NAME: "Harbour Office" }),
  });
  for (const email of ["bram@tide.test", "cleo@tide.test", "dirk@tide.test"])
    await service.api("POST", "/api/admin/users", {
      email,
      password: "long enough",
    });
});
after(async () => {
  await service?.stop();
  issuer?.stop();
});

function settings(port, issuer, more) {
  return {
    SVC_PORT: String(port),
    APP_URL: `http://127.0.0.1:${port}`,
    SVC_OIDC_ISSUER: issuer,
    SVC_OIDC_CLIENT_ID: "lectern",
    SVC_OIDC_CLIENT_SECRET: SECRET,
    // Each visitor has an address of its own, so that failures of one do not lock out another.
    SVC_TRUST_PROXY: "1",
    ...more,
  };
}

async function listening(server, port = 0) {
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  return server.address().port;
}

async function realIssuer(redirect) {
  const server = createServer((request, response) =>
    provider.callback()(request, response),
  );
  const port = await listening(server);
  const address = `http://127.0.0.1:${port}`;
  // It warns about settings for development, which are right for a test.
  const { info, warn } = console;
  console.info = console.warn = () => {};
  const provider = new Provider(address, {
    clients: [
      {
        client_id: "lectern",
        client_secret: SECRET,
        redirect_uris: [redirect],
      },
    ],
    pkce: { required: () => true },
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name"],
    },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...people[id] }),
    }),
  });
  Object.assign(console, { info, warn });
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address, stop, again: () => listening(server, port) };
}

let visitors = 0;
/** A browser without script: with cookies by host and port, and an IP address of its own. */
function visitor(base = service.base) {
  const jars = {};
  const from = `198.51.100.${++visitors}`;
  return {
    jars,
    from,
    async send(url, form) {
      const { host } = new URL(url);
      const jar = (jars[host] ??= {});
      const cookie = Object.entries(jar)
        .map(([name, value]) => `${name}=${value}`)
        .join("; ");
      const answer = await fetch(url, {
        method: form ? "POST" : "GET",
        body: form && new URLSearchParams(form),
        redirect: "manual",
        headers: { cookie, "x-forwarded-for": from },
      });
      for (const line of answer.headers.getSetCookie()) {
        const [, name, value] = line.match(/^([^=]+)=([^;]*)/);
        if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) delete jar[name];
        else jar[name] = value;
      }
      const to = answer.headers.get("location");
      return {
        status: answer.status,
        to: to && new URL(to, url).href,
        text: await answer.text(),
      };
    },
    /** Signs in at the issuer and returns the address to which the issuer redirects. */
    async vouched(login, next = "/app") {
      let answer = await this.send(
        `${base}/signin/oidc?next=${encodeURIComponent(next)}`,
      );
      assert.equal(answer.status, 303);
      for (let steps = 0; steps < 12; steps++) {
        if (answer.to?.startsWith(base)) return answer.to;
        const at = answer.to;
        answer = await this.send(at);
        if (answer.status === 200) {
          const prompt = answer.text.match(/name="prompt" value="(\w+)"/)[1];
          const action = answer.text.match(/action="([^"]+)"/)[1];
          answer = await this.send(new URL(action, at).href, {
            prompt,
            login,
            password: "any",
          });
        }
      }
      assert.fail("the issuer does not redirect back");
    },
    async me() {
      const answer = await this.send(`${base}/api/auth/me`);
      return answer.status === 200
        ? JSON.parse(answer.text).user.email
        : undefined;
    },
  };
}

test("signing in at the issuer leads back to the requested page", async () => {
  const { page, context, violations, done } = await service.visit({
    signedIn: false,
    // The pages of the issuer request a font and an icon that do not exist.
    mayFail: /fonts\.googleapis\.com|favicon\.ico/,
  });
  await page.goto(`${service.base}/settings/keys`);
  assert.deepEqual(await violations(), [], "the sign-in page");
  await page.getByRole("link", { name: "Sign in with Harbour Office" }).click();
  await page.locator("input[name=login]").fill("ada");
  await page.locator("input[name=password]").fill("any");
  await page.locator("[type=submit]").click();
  await page.locator("[type=submit]").click();
  await page.getByRole("heading", { level: 1, name: "API keys" }).waitFor();
  const cookies = await context.cookies(service.base);
  const session = cookies.find(({ name }) => name === "svc_session");
  assert.ok(session.httpOnly && session.sameSite === "Lax");
  assert.ok(!cookies.some(({ name }) => name === "svc_sign_on"), "the cookie of the sign-in is removed");
  await done();
});

test("the sign-in page is in Dutch when the browser asks for it", async () => {
  const { page, violations, done } = await service.visit({
    signedIn: false,
    locale: "nl-NL",
    width: 390,
  });
  await page.goto(`${service.base}/signin`);
  await page
    .getByRole("link", { name: "Inloggen met Harbour Office" })
    .waitFor();
  await page.getByLabel("Wachtwoord", { exact: true }).waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "nl");
  assert.deepEqual(await violations(), []);
  await done();
});

test("a sign-in creates a new session and ends the previous one", async () => {
  const bram = visitor();
  await bram.send(`${service.base}/signin`, {
    step: "signin",
    email: "bram@tide.test",
    password: "long enough",
  });
  const { host } = new URL(service.base);
  const old = bram.jars[host].svc_session;
  assert.equal(await bram.me(), "bram@tide.test");
  const back = await bram.vouched("bram", "/app/7?x=1");
  const landed = await bram.send(back);
  assert.deepEqual(
    [landed.status, landed.to],
    [303, `${service.base}/app/7?x=1`],
  );
  assert.notEqual(bram.jars[host].svc_session, old);
  assert.equal(await bram.me(), "bram@tide.test");
  bram.jars[host].svc_session = old;
  assert.equal(await bram.me(), undefined);
});

test("after signing in only paths of this site are opened", async () => {
  for (const next of [
    "https://evil.test",
    "//evil.test",
    "/\\evil.test",
    "/signin",
  ]) {
    const ada = visitor();
    const landed = await ada.send(await ada.vouched("ada", next));
    assert.equal(landed.to, `${service.base}/app`, next);
  }
});

test("an answer that this browser did not request is refused", async () => {
  const ada = visitor();
  const back = new URL(await ada.vouched("ada"));
  const stranger = visitor();
  const elsewhere = await stranger.send(back.href);
  assert.equal(elsewhere.status, 400);
  assert.match(elsewhere.text, /not begun in this browser/);
  back.searchParams.set("state", "guessed");
  const wrong = await ada.send(back.href);
  assert.equal(wrong.status, 400);
  assert.deepEqual(
    [await ada.me(), await stranger.me()],
    [undefined, undefined],
  );
});

test("a code works once, and only for the browser that requested it", async () => {
  const { host } = new URL(service.base);
  const ada = visitor();
  const back = await ada.vouched("ada");
  const sealed = ada.jars[host].svc_sign_on;
  assert.equal((await ada.send(back)).status, 303);
  const thief = visitor();
  thief.jars[host] = { svc_sign_on: sealed };
  const replayed = await thief.send(back);
  assert.equal(replayed.status, 401);
  assert.match(replayed.text, /was not completed/);
  assert.equal(await thief.me(), undefined);

  // A code that was issued to another browser, sent with the own state: the issuer checks the PKCE verifier.
  const [bram, mallory] = [visitor(), visitor()];
  const stolen = new URL(await bram.vouched("bram")).searchParams.get("code");
  const own = new URL(await mallory.vouched("evil"));
  own.searchParams.set("code", stolen);
  assert.equal((await mallory.send(own.href)).status, 401);
  assert.equal(await mallory.me(), undefined);
});

test("cancelling at the issuer leads back to the sign-in page", async () => {
  const ada = visitor();
  const back = new URL(await ada.vouched("ada"));
  back.searchParams.delete("code");
  back.searchParams.set("error", "access_denied");
  const answer = await ada.send(back.href);
  assert.equal(answer.status, 401);
  assert.match(answer.text, /name="password"/);
});

test("an e-mail that is not verified, or has no account, is refused", async () => {
  const { users } = await service.api("GET", "/api/admin/users");
  for (const [login, words] of [
    ["cleo", /does not confirm that the e-mail is yours/],
    ["evil", /There is no account here for you/],
  ]) {
    const one = visitor();
    const answer = await one.send(await one.vouched(login));
    assert.equal(answer.status, 403, login);
    assert.match(answer.text, words);
    assert.equal(await one.me(), undefined);
  }
  const now = await service.api("GET", "/api/admin/users");
  assert.equal(now.users.length, users.length, "no account was created");
});

test("a disabled account is refused", async () => {
  const { users } = await service.api("GET", "/api/admin/users");
  const { id } = users.find(({ email }) => email === "dirk@tide.test");
  const dirk = visitor();
  assert.equal((await dirk.send(await dirk.vouched("dirk"))).status, 303);
  await service.api("PATCH", `/api/admin/users/${id}`, { disabled: true });
  assert.equal(await dirk.me(), undefined);
  const again = visitor();
  assert.equal((await again.send(await again.vouched("dirk"))).status, 403);
});

test("an e-mail that changed at the issuer does not open another account", async () => {
  const bram = visitor();
  await bram.send(await bram.vouched("bram"));
  people.bram.email = "ada@tide.test";
  people.newbram = { email: "bram@tide.test", email_verified: true, name: "N" };
  const later = visitor();
  await later.send(await later.vouched("bram"));
  assert.equal(await later.me(), "bram@tide.test", "it is still the account of bram");
  const heir = visitor();
  const answer = await heir.send(await heir.vouched("newbram"));
  assert.equal(answer.status, 403);
  people.bram.email = "bram@tide.test";
});

test("the first sign-in by single sign-on is in the audit log", async () => {
  const ada = visitor();
  await ada.send(await ada.vouched("ada"));
  const { entries } = await service.api("GET", "/api/admin/audit?limit=100");
  const bound = entries.filter(({ act }) => act === "sign-on-bound");
  assert.ok(bound.some(({ subject }) => subject === "bram@tide.test"));
  assert.ok(bound.every(({ door }) => door === "sign-in"));
  assert.ok(!JSON.stringify(entries).includes(SECRET));
});

test("when the issuer is down the page says so, and a password still works", async () => {
  issuer.stop();
  // The metadata of the issuer is cached; a code cannot be exchanged while it is down.
  const down = await lectern({
    env: settings(await freePort(), issuer.address),
  });
  try {
    const ada = visitor(down.base);
    const answer = await ada.send(`${down.base}/signin/oidc?next=/app/7`);
    assert.equal(answer.status, 502);
    assert.match(answer.text, /does not answer at the moment/);
    assert.match(answer.text, /Use single sign-on/);
    const form = {
      step: "signin",
      email: "ada@tide.test",
      password: "long enough",
    };
    assert.equal((await ada.send(`${down.base}/signin`, form)).status, 303);
    assert.equal(await ada.me(), "ada@tide.test");
  } finally {
    await down.stop();
    await issuer.again();
  }
});

/** An issuer whose answers a test chooses. */
async function lyingIssuer() {
  const [good, bad] = await Promise.all([
    jose.generateKeyPair("RS256"),
    jose.generateKeyPair("RS256"),
  ]);
  const jwk = {
    ...(await jose.exportJWK(good.publicKey)),
    kid: "k",
    use: "sig",
    alg: "RS256",
  };
  const lies = {
    nonce: "",
    claims: {},
    key: "good",
    seen: [],
    discovery: undefined,
  };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url, address);
    lies.seen.push(url.pathname);
    const json = (body, status = 200, headers = {}) => {
      response.writeHead(status, {
        "content-type": "application/json",
        ...headers,
      });
      response.end(JSON.stringify(body));
    };
    if (url.pathname === "/.well-known/openid-configuration") {
      if (lies.discovery) return lies.discovery(json, response);
      return json({
        issuer: address,
        authorization_endpoint: `${address}/auth`,
        token_endpoint: `${address}/token`,
        jwks_uri: `${address}/jwks`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
      });
    }
    if (url.pathname === "/jwks") return json({ keys: [jwk] });
    if (url.pathname !== "/token") return json({}, 404);
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: address,
      aud: "lectern",
      sub: "1",
      iat: now,
      exp: now + 300,
      nonce: lies.nonce,
      email: "new@tide.test",
      email_verified: true,
      ...lies.claims,
    };
    const part = (value) =>
      Buffer.from(JSON.stringify(value)).toString("base64url");
    const id_token =
      lies.key === "none"
        ? `${part({ alg: "none" })}.${part(claims)}.`
        : await new jose.SignJWT(claims)
            .setProtectedHeader({ alg: "RS256", kid: "k" })
            .sign(lies.key === "good" ? good.privateKey : bad.privateKey);
    json({ access_token: "x", token_type: "Bearer", id_token });
  });
  const address = `http://127.0.0.1:${await listening(server)}`;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address, lies, stop };
}

test("a token is accepted only when all its claims are right", async () => {
  const { address, lies, stop } = await lyingIssuer();
  const other = await lectern({
    env: settings(await freePort(), address, { SVC_OIDC_JOIN: "default" }),
  });
  try {
    const tries = async (lie) => {
      const one = visitor(other.base);
      const { to } = await one.send(`${other.base}/signin/oidc`);
      const query = new URL(to).searchParams;
      assert.equal(query.get("code_challenge_method"), "S256");
      assert.equal(query.get("scope"), "openid email profile");
      Object.assign(
        lies,
        { nonce: query.get("nonce"), claims: {}, key: "good" },
        lie,
      );
      const answer = await one.send(
        `${other.base}/signin/oidc/callback?code=c&state=${query.get("state")}`,
      );
      return [answer.status, await one.me()];
    };
    const past = Math.floor(Date.now() / 1000) - 60;
    for (const [name, lie] of Object.entries({
      "another nonce": { nonce: "replayed" },
      "another audience": { claims: { aud: "somebody" } },
      "another issuer": { claims: { iss: "https://else.test" } },
      expired: { claims: { iat: past - 60, exp: past } },
      "another key": { key: "bad" },
      "no signature": { key: "none" },
    }))
      assert.deepEqual(await tries(lie), [401, undefined], name);
    assert.deepEqual(await tries({ claims: { email_verified: false } }), [
      403,
      undefined,
    ]);
    assert.deepEqual(
      await tries({}),
      [303, "new@tide.test"],
      "a newcomer joins",
    );
    const { users } = await other.api("GET", "/api/admin/users");
    assert.equal(
      users.find(({ email }) => email === "new@tide.test").role,
      "member",
    );
  } finally {
    await other.stop();
    stop();
  }
});

test("redirects and endless answers of an issuer are refused", async () => {
  const { address, lies, stop } = await lyingIssuer();
  for (const [name, discovery] of Object.entries({
    redirect: (json) => json({}, 302, { location: `${address}/elsewhere` }),
    "endless talk": (json) =>
      json({ issuer: address, more: "x".repeat(1 << 20) }),
    "another issuer": (json) => json({ issuer: "https://else.test" }),
    "no JSON": (_, response) => response.end("<html>"),
  })) {
    lies.discovery = discovery;
    const other = await lectern({ env: settings(await freePort(), address) });
    try {
      const one = visitor(other.base);
      assert.equal(
        (await one.send(`${other.base}/signin/oidc`)).status,
        502,
        name,
      );
      const times = lies.seen.length;
      await one.send(`${other.base}/signin/oidc`);
      assert.equal(lies.seen.length, times, "it is left alone for a while");
    } finally {
      await other.stop();
    }
  }
  assert.ok(!lies.seen.includes("/elsewhere"));
  stop();
});
