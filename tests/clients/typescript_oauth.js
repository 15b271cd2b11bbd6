// The OAuth client of the TypeScript SDK, controlled line by line: reads `{"method": ..., "parameters": [...]}` and writes
// `{"result": ...}` or `{"fault": ...}`. `connect` answers with the address that a person has to open, if there is one.

import { createInterface } from "node:readline";
import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const address = new URL(process.env.LECTERN_MCP);
const kept = {};
const provider = {
  redirectUrl: "http://127.0.0.1:33418/callback",
  clientMetadata: { client_name: "TypeScript SDK", redirect_uris: ["http://127.0.0.1:33418/callback"] },
  state: () => "a state",
  clientInformation: () => kept.client,
  saveClientInformation: (client) => void (kept.client = client),
  tokens: () => kept.tokens,
  saveTokens: (tokens) => void (kept.tokens = tokens),
  redirectToAuthorization: (page) => void (kept.page = page.href),
  saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
  codeVerifier: () => kept.verifier,
  invalidateCredentials(which) {
    if (which === "all" || which === "tokens") delete kept.tokens;
    if (which === "all" || which === "client") delete kept.client;
  },
};
let transport, client;

const methods = {
  async connect() {
    client = new Client({ name: "lectern-tests", version: "1.0.0" });
    transport = new StreamableHTTPClientTransport(address, { authProvider: provider });
    try {
      await client.connect(transport);
    } catch (fault) {
      if (!(fault instanceof UnauthorizedError)) throw fault;
      return { page: kept.page };
    }
    return {};
  },
  finish: (code) => transport.finishAuth(code),
  tools: async () => (await client.listTools()).tools.map(({ name }) => name),
  call: (name, input) => client.callTool({ name, arguments: input }),
  tokens: () => kept.tokens,
  /** As if the access token had expired. */
  expire: () => void (kept.tokens = { ...kept.tokens, access_token: "svc_access_expired" }),
  restore: (tokens) => void (kept.tokens = tokens),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { method, parameters } = JSON.parse(line);
  let outcome;
  try {
    outcome = { result: (await methods[method](...parameters)) ?? null };
  } catch (fault) {
    outcome = { fault: `${fault.name}: ${fault.message}` };
  }
  console.log(JSON.stringify(outcome));
}
await client?.close();
