// A Lectern of its own for each file of tests, a browser beside it, and visitors to it. `LECTERN_BIN` is the binary.
//
//   const service = await lectern();                     // in `before`; `service.stop()` in `after`
//   const deck = await service.api("POST", "/api/presentations", { title: "Tide" });
//   const visit = await service.visit({ width: 390 });   // somebody signed in, on a page
//   await visit.page.goto(`${service.base}/app`);
//   assert.deepEqual(await visit.violations(), []);      // axe
//   await visit.done();                                  // fails when the page complained of anything

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const from = createRequire(new URL("../browser/package.json", import.meta.url));
const { chromium } = from("playwright-core");
const axe = await readFile(from.resolve("axe-core/axe.min.js"), "utf8");

const EMAIL = "ada@tide.test";
const PASSWORD = "long enough";
const PATIENCE = 30_000;

/** Starts the binary with an empty folder. `admin: false` leaves the administrator to the first start. */
async function serve(admin, env) {
  const folder = await mkdtemp(join(tmpdir(), "lectern-"));
  const known = admin
    ? { SVC_ADMIN_EMAIL: EMAIL, SVC_ADMIN_PASSWORD: PASSWORD }
    : {};
  const process_ = spawn(process.env.LECTERN_BIN, ["serve"], {
    env: {
      ...process.env,
      SVC_DATA_DIR: folder,
      SVC_PORT: "0",
      ...known,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  const base = await new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error(`the service does not start: ${said}`)),
      PATIENCE,
    );
    const hear = (bytes) => {
      said += bytes;
      const found = said.match(/listens on (\S+)/);
      // What is said at the first start ends with an example of a call.
      if (!found || (!admin && !said.includes("curl"))) return;
      clearTimeout(late);
      resolve(found[1]);
    };
    process_.stdout.on("data", hear);
    process_.stderr.on("data", hear);
    process_.once("exit", () =>
      reject(new Error(`the service ended: ${said}`)),
    );
  });
  return {
    base,
    firstLink: said.match(/\S+\/signin\?token=\S+/)?.[0],
    async stop() {
      process_.removeAllListeners("exit");
      const ended = new Promise((resolve) => process_.once("exit", resolve));
      process_.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A Lectern, and a browser to visit it with. */
export async function lectern({ admin = true, env = {} } = {}) {
  const service = await serve(admin, env);
  const { base, firstLink } = service;
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });

  async function context(options, signedIn) {
    const made = await browser.newContext({ locale: "en-GB", ...options });
    if (!signedIn) return made;
    const answer = await made.request.post(`${base}/api/auth/login`, {
      data: { email: EMAIL, password: PASSWORD },
    });
    assert.ok(answer.ok(), "signed in");
    return made;
  }
  const asking = (made) => async (method, path, data) => {
    const answer = await made.request.fetch(base + path, {
      method,
      ...(data && { data }),
    });
    assert.ok(
      answer.ok(),
      `${method} ${path}: ${answer.status()} ${await answer.text()}`,
    );
    return answer.json();
  };

  return {
    base,
    firstLink,
    /** Calls by the administrator, without a page. */
    api: admin ? asking(await context({}, true)) : undefined,
    /** Calls by somebody without an account, with cookies of their own. */
    stranger: async () => asking(await context({}, false)),
    /** A page of somebody. `mayFail` matches complaints that belong to the test, such as a refused call. */
    async visit({
      width = 1440,
      height = width < 720 ? 844 : 900,
      scheme = "light",
      locale = "en-GB",
      signedIn = admin,
      mayFail,
    } = {}) {
      const touch = width < 720;
      const look = {
        viewport: { width, height },
        colorScheme: scheme,
        hasTouch: touch,
        isMobile: touch,
        locale,
      };
      const made = await context({ ...look, acceptDownloads: true }, signedIn);
      const faults = [];
      made.on(
        "console",
        (message) =>
          message.type() === "error" &&
          faults.push(`${message.text()} ${message.location().url}`),
      );
      made.on("weberror", (fault) => faults.push(String(fault.error())));
      const page = await made.newPage();
      page.setDefaultTimeout(PATIENCE);
      return {
        page,
        context: made,
        /** What axe finds wrong with the page as it is now. */
        async violations() {
          // Colours are judged at rest, not on their way. What moves for ever never rests.
          await page.evaluate(() =>
            Promise.allSettled(
              document
                .getAnimations()
                .filter(
                  ({ effect }) => effect.getComputedTiming().endTime < Infinity,
                )
                .map((moving) => moving.finished),
            ),
          );
          await page.evaluate(axe);
          const found = await page.evaluate(() =>
            globalThis.axe.run({ resultTypes: ["violations"] }),
          );
          const first = (rule) =>
            rule.nodes
              .slice(0, 3)
              .map((node) => `${node.target}: ${node.html.slice(0, 160)}`);
          return found.violations.map(
            (rule) => `${rule.id}: ${first(rule).join(" | ")}`,
          );
        },
        /** Ends the visit; the page must not have complained. */
        async done() {
          await made.close();
          assert.deepEqual(
            faults.filter((fault) => !mayFail?.test(fault)),
            [],
          );
        },
      };
    },
    async stop() {
      await browser.close();
      await service.stop();
    },
  };
}
