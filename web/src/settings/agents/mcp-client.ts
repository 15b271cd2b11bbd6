// A minimal MCP client to test a key: it sends the key and no cookie.

import { Offline } from "../../lib/api";

export type McpServerInfo = { server: string; version: string; tools: string[] };

/** The server rejected a request. Status 401: the key is not valid. */
export class McpError extends Error {
  constructor(
    readonly status: number,
    details: string,
  ) {
    super(details);
  }
}

type Answer = { result?: Record<string, unknown>; error?: { message?: string } };

// Not through `api.ts`: its requests send the cookie, and their errors affect the whole page.
async function request(key: string, method: string, params: unknown): Promise<Record<string, unknown>> {
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
  if (!response.ok || !answer.result) throw new McpError(response.status, answer.error?.message ?? "");
  return answer.result;
}

/**
 * Connects with a key. Returns the name and version of the server and the tools that the key may use. Throws `McpError`
 * when the server rejects the key, and `Offline` when the server cannot be reached.
 */
export async function connectMcp(key: string): Promise<McpServerInfo> {
  const client = { name: "lectern-settings", version: "1" };
  const initialized = await request(key, "initialize", {
    protocolVersion: "2024-11-05",
    capabilities: {},
    clientInfo: client,
  });
  const server = initialized["serverInfo"] as { name: string; version: string };
  const { tools } = (await request(key, "tools/list", {})) as { tools: { name: string }[] };
  return { server: server.name, version: server.version, tools: tools.map(({ name }) => name) };
}
