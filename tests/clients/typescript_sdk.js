// The client of the TypeScript SDK, controlled line by line: reads `{"method": "callTool", "parameters": [...]}` and
// writes `{"result": ...}` or `{"fault": ...}`. With `LECTERN_MCP` it connects over HTTP, else it starts `lectern mcp`.

import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const { LECTERN_MCP, LECTERN_KEY, LECTERN_BIN } = process.env;
const headers = { Authorization: `Bearer ${LECTERN_KEY}` };
const transport = LECTERN_MCP
  ? new StreamableHTTPClientTransport(new URL(LECTERN_MCP), { requestInit: { headers } })
  : new StdioClientTransport({ command: LECTERN_BIN, args: ["mcp"], env: process.env });
const client = new Client({ name: "lectern-tests", version: "1.0.0" });
client.onerror = (fault) => console.error(fault);
await client.connect(transport);

for await (const line of createInterface({ input: process.stdin })) {
  const { method, parameters } = JSON.parse(line);
  let outcome;
  try {
    outcome = { result: await client[method](...parameters) };
  } catch (fault) {
    outcome = { fault: String(fault) };
  }
  console.log(JSON.stringify(outcome));
}
// Closing aborts the open stream, which the SDK calls an error.
client.onerror = undefined;
await transport.terminateSession?.();
await client.close();
