import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DeckGeneration } from "./generation.svelte";

const requests: string[] = [];
const streams: string[] = [];
let answer: () => void;

beforeEach(() => {
  vi.stubGlobal("fetch", (path: string, { method = "" }: RequestInit) => {
    requests.push(`${method} ${path}`);
    if (method === "DELETE") return Promise.resolve(new Response(null, { status: 204 }));
    return new Promise<Response>((resolve) => {
      answer = () => resolve(Response.json({ job: { id: "7" } }));
    });
  });
  vi.stubGlobal(
    "EventSource",
    class {
      constructor(url: string) {
        streams.push(url);
      }
      addEventListener() {}
      close() {}
    },
  );
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("document", { addEventListener: () => undefined, visibilityState: "visible" });
});
afterEach(() => {
  vi.unstubAllGlobals();
  requests.length = streams.length = 0;
});

test("a generation that is stopped before the server answered makes no deck", async () => {
  const generation = new DeckGeneration();
  const begun = generation.begin({ content: "Tides" });
  await generation.stop();
  answer();
  await begun;
  expect(requests).toEqual(["POST /api/ai/jobs", "DELETE /api/ai/jobs/7"]);
  expect(streams).toEqual([]);
});

test("a generation that nobody waits for any more opens no event stream", async () => {
  const generation = new DeckGeneration();
  const begun = generation.begin({ content: "Tides" });
  generation.disconnect();
  answer();
  await begun;
  expect(requests).toEqual(["POST /api/ai/jobs"]);
  expect(streams).toEqual([]);
});

test("the events of a generation that goes on are followed", async () => {
  const begun = new DeckGeneration().begin({ content: "Tides" });
  answer();
  await begun;
  expect(streams).toEqual(["/api/ai/jobs/7/events"]);
});
