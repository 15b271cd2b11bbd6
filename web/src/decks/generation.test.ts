import { beforeEach, expect, test, vi } from "vitest";
import { openStream } from "../lib/event-stream";
import { DeckGeneration } from "./generation.svelte";

vi.mock("../lib/event-stream");

let answer: (response: Response) => void;
const calls: string[] = [];
beforeEach(() => {
  calls.length = 0;
  vi.mocked(openStream).mockReset();
  vi.stubGlobal("fetch", (url: string, { method = "GET" }: RequestInit) => {
    calls.push(`${method} ${url}`);
    return method === "POST"
      ? new Promise((resolve) => (answer = resolve))
      : Promise.resolve(Response.json({ deleted: true }));
  });
});

const job = () => Response.json({ job: { id: "j" } });

test("a job that is stopped before the server has answered is stopped then", async () => {
  const generation = new DeckGeneration();
  const begun = generation.begin({ content: "Tides" });
  await generation.stop();
  answer(job());
  await begun;
  expect(calls).toEqual(["POST /api/ai/jobs", "DELETE /api/ai/jobs/j"]);
  expect(openStream).not.toHaveBeenCalled();
});

test("no stream is opened for a page that was left", async () => {
  const generation = new DeckGeneration();
  const begun = generation.begin({ content: "Tides" });
  generation.disconnect();
  answer(job());
  await begun;
  expect(calls).toEqual(["POST /api/ai/jobs"]);
  expect(openStream).not.toHaveBeenCalled();
});
