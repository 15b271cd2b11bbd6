// A client of `lectern mcp` that counts: calls, bytes and tokens of what a model would write and read.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { encode } from "gpt-tokenizer";
import { PROGRAM } from "../lectern.js";

const OWNER = "ada@tide.test";
/** Clients count width x height / 750 tokens for a picture. */
const PIXELS_A_TOKEN = 750;

export const tokensOf = (text) => encode(text).length;

/** The tokens of a PNG in base64, by the size in its header. */
function pictureTokens(data) {
  const header = Buffer.from(data.slice(0, 64), "base64");
  return Math.ceil((header.readUInt32BE(16) * header.readUInt32BE(20)) / PIXELS_A_TOKEN);
}

/** Starts the tools on an empty data folder. */
export async function startTools() {
  const folder = await mkdtemp(join(tmpdir(), "lectern-eval-"));
  const env = {
    ...process.env,
    SVC_DATA_DIR: folder,
    SVC_ADMIN_EMAIL: OWNER,
    SVC_ADMIN_PASSWORD: "long enough",
    SVC_MCP_OWNER_EMAIL: OWNER,
  };
  const child = spawn(PROGRAM, ["mcp"], { env, stdio: ["pipe", "pipe", "ignore"] });
  const exit = new Promise((resolve) => child.once("exit", resolve));
  const waiting = new Map();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  exit.then(() => waiting.forEach((answer) => answer({ error: { message: "the program ended" } })));
  let last = 0;
  const request = (method, params) =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: last, method, params })}\n`);
    });
  return {
    request,
    async stop() {
      child.stdin.end();
      await exit;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A caller that sees only the responses of the tools, and counts calls, bytes and tokens of requests and responses. */
export class Caller {
  calls = 0;
  bytes = 0;
  tokens = 0;

  constructor(tools) {
    this.tools = tools;
  }

  #count(text) {
    this.bytes += Buffer.byteLength(text);
    this.tokens += tokensOf(text);
  }

  /** Opens the session, and counts the instructions that the server sends. */
  async initialize() {
    const { result } = await this.tools.request("initialize", { protocolVersion: "2024-11-05", capabilities: {} });
    this.#count(result.instructions ?? "");
  }

  /** Calls a tool. Returns its text, the JSON in it (undefined if it is none), and whether the call failed. */
  async call(name, args = {}) {
    this.calls += 1;
    this.#count(`${name} ${JSON.stringify(args)}`);
    const { result, error } = await this.tools.request("tools/call", { name, arguments: args });
    if (error) {
      this.#count(error.message);
      return { failed: true, text: error.message };
    }
    let text = "";
    for (const block of result.content) {
      if (block.type === "image") {
        this.tokens += pictureTokens(block.data);
        this.bytes += block.data.length;
      } else {
        this.#count(block.text);
        text += block.text;
      }
    }
    let json;
    try {
      json = JSON.parse(text);
    } catch {
      // A page of HTML, or an error.
    }
    return { failed: result.isError === true, text, json };
  }

  /** Calls a tool that must succeed. */
  async must(name, args) {
    const answer = await this.call(name, args);
    if (answer.failed) throw new Error(`${name} ${JSON.stringify(args)}: ${answer.text}`);
    return answer.json ?? answer.text;
  }
}
