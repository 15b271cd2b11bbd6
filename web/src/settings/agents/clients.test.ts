import { expect, it } from "vitest";
import en from "../../lang/en/settings.json";
import { overHttp, overStdio, TOOLS } from "./clients";

it("fills address and key into every client that stores them in its file", () => {
  for (const { id, blocks } of overHttp("https://lectern.example.com", "svc_live_abc")) {
    const text = blocks.map(({ code }) => code).join("\n");
    expect(text, id).toContain("https://lectern.example.com/mcp");
    // VS Code asks for the key and keeps it out of the file.
    expect(text.includes("svc_live_abc"), id).toBe(id !== "vs-code");
  }
});

it("writes valid JSON", () => {
  for (const { id, blocks } of [...overHttp("https://a.b", "k"), ...overStdio("ada@example.com")]) {
    for (const { file, code } of blocks) {
      if (file?.endsWith(".json")) expect(() => JSON.parse(code), id).not.toThrow();
    }
  }
});

it("names 41 tools, each once and with a description", () => {
  const names = TOOLS.flatMap(({ names }) => names);
  expect(names).toHaveLength(41);
  expect(new Set(names).size).toBe(41);
  for (const name of names) expect(en).toHaveProperty([`settings.agents.tool.${name}`]);
});
