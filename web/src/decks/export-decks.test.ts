// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import type { DeckSummary } from "../lib/api-types";
import { exportDecks } from "./export-decks";

const saved: string[] = [];
vi.mock("../lib/load-export-texts", () => ({}));
vi.mock("../lib/download", async (original) => ({
  ...(await original<typeof import("../lib/download")>()),
  save: (name: string) => saved.push(name),
}));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("the name of the archive has the local day of the user", async () => {
  vi.stubEnv("TZ", "Asia/Tokyo");
  vi.useFakeTimers({ now: new Date("2026-03-08T20:00:00Z"), toFake: ["Date"] });
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("x")));
  const deck = { id: "d", title: "Tides" } as DeckSummary;
  await exportDecks([deck], "pdf", new AbortController().signal, () => undefined);
  expect(saved).toEqual(["export.many.file 2026-03-09.zip"]);
  vi.unstubAllEnvs();
});
