import { expect, test, vi } from "vitest";
import { duplicateAndOpen } from "./actions";
import type { Editor } from "./store/editor.svelte";

test("a copy has what was typed last", async () => {
  const calls: string[] = [];
  vi.stubGlobal("location", { assign: (address: string) => calls.push(address) });
  vi.stubGlobal("fetch", (url: string, { method }: RequestInit) => {
    calls.push(`${method ?? ""} ${url}`);
    return Promise.resolve(Response.json({ presentation: { id: "b" } }));
  });
  const store = {
    id: "a",
    endTextEdit: () => calls.push("end"),
    flush: () => Promise.resolve(calls.push("saved")),
  };
  await duplicateAndOpen(store as unknown as Editor);
  expect(calls).toEqual(["end", "saved", "POST /api/presentations/a/duplicate", "/app/b"]);
});
