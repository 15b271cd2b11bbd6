// Starts `lectern serve` for the JavaScript tests, waits until it is ready, signs in and stops it. `LECTERN_BIN` names
// the program; without it the tests use the debug build.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const TARGET = process.env.CARGO_TARGET_DIR ?? fileURLToPath(new URL("../target", import.meta.url));
/** The program that is tested. */
export const PROGRAM = process.env.LECTERN_BIN ?? join(TARGET, "debug/lectern");
const START_TIMEOUT = 30_000;
/** The administrator that a started service has. */
export const ADMIN = { email: "ada@tide.test", password: "long enough" };

export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Polls a condition until it holds. Fails the test after the deadline. */
export async function until(what, condition, seconds = 15) {
  const deadline = Date.now() + seconds * 1000;
  while (Date.now() < deadline) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.fail(`not within ${seconds} s: ${what}`);
}

/** Returns a function that calls the service with cookies of its own, and returns the JSON of the answer. */
export function apiClient(base) {
  const cookies = {};
  return async (method, path, body) => {
    const cookie = Object.entries(cookies).map((pair) => pair.join("=")).join("; ");
    const headers = { ...(cookie && { cookie }), ...(body && { "content-type": "application/json" }) };
    const answer = await fetch(base + path, { method, headers, body: body && JSON.stringify(body) });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = line.match(/^([^=]+)=([^;]*)/);
      cookies[name] = value;
    }
    const text = await answer.text();
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  };
}

/**
 * Starts the program with an empty data folder. `admin: false` leaves out the administrator; `firstLink` is then the
 * link that the program prints to sign in with.
 */
export async function startLectern({ admin = true, env = {} } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "lectern-"));
  const account = admin ? { SVC_ADMIN_EMAIL: ADMIN.email, SVC_ADMIN_PASSWORD: ADMIN.password } : {};
  const settings = { ...process.env, SVC_DATA_DIR: folder, SVC_PORT: "0", ...account, ...env };
  let started = await run(settings, !admin);
  const { base, firstLink } = started;
  settings.SVC_PORT = new URL(base).port;

  const kill = (signal) => started.ended(signal);
  return {
    base,
    firstLink,
    /** Signs the administrator in and returns a function for calls on their behalf. */
    async signIn() {
      const api = apiClient(base);
      await api("POST", "/api/auth/login", ADMIN);
      return api;
    },
    /** Kills the process and starts it again on the same port and folder. */
    async crashAndRestart() {
      await kill("SIGKILL");
      started = await run(settings, false);
    },
    async stop() {
      await kill("SIGTERM");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the process and waits until it has printed its address, and the link of a first start. */
async function run(settings, isFirstStart) {
  const child = spawn(PROGRAM, ["serve"], { env: settings, stdio: ["ignore", "pipe", "pipe"] });
  const exit = new Promise((resolve) => child.once("exit", resolve));
  let output = "";
  const base = await new Promise((resolve, reject) => {
    const timeout = setTimeout(() => reject(new Error(`the service does not start: ${output}`)), START_TIMEOUT);
    const read = (bytes) => {
      output += bytes;
      const address = output.match(/listens on (\S+)\n/);
      // The text of a first start ends with an example of a call.
      if (!address || (isFirstStart && !output.includes("curl"))) return;
      clearTimeout(timeout);
      resolve(address[1]);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    exit.then(() => {
      clearTimeout(timeout);
      reject(new Error(`the service ended: ${output}`));
    });
  });
  const ended = (signal) => {
    child.kill(signal);
    return exit;
  };
  return { base, firstLink: output.match(/\S+\/signin\?token=\S+/)?.[0], ended };
}
