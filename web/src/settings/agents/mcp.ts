// The agents' door, tried as an agent would: with a key, and not with the cookie of whoever is looking.

import { Offline } from "../../lib/api";

export type Met = { server: string; version: string; tools: string[] };

/** Why an agent would not get in; `status` 401 is the key's fault. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    details: string,
  ) {
    super(details);
  }
}

type Answer = { result?: Record<string, unknown>; error?: { message?: string } };

// Not by `api.ts`: its calls go with the cookie, and what they are refused concerns the whole page.
async function ask(key: string, method: string, params: unknown): Promise<Record<string, unknown>> {
  let response: Response;
  try {
    response = await fetch("/mcp", {
      method: "POST",
      credentials: "omit",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
  } catch {
    throw new Offline("The server could not be reached.");
  }
  const answer = (await response.json().catch(() => ({}))) as Answer;
  if (!response.ok || !answer.result) throw new Refused(response.status, answer.error?.message ?? "");
  return answer.result;
}

/** Introduces itself and asks for the tools that the key opens. */
export async function meet(key: string): Promise<Met> {
  const client = { name: "lectern-settings", version: "1" };
  const hello = await ask(key, "initialize", {
    protocolVersion: "2024-11-05",
    capabilities: {},
    clientInfo: client,
  });
  const server = hello["serverInfo"] as { name: string; version: string };
  const { tools } = (await ask(key, "tools/list", {})) as { tools: { name: string }[] };
  return { server: server.name, version: server.version, tools: tools.map(({ name }) => name) };
}
