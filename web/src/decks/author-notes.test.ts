// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { usageText } from "./author-notes";

vi.mock("../lib/i18n", () => ({
  language: () => "nl",
  t: (_: string, { cost = "" }: { cost?: string }) => cost,
}));

test("the cost of a deck is written in the language of the interface", () => {
  expect(usageText({ inputTokens: 1, outputTokens: 1, cost: 0.25 } as Parameters<typeof usageText>[0])).toBe(
    "0,25",
  );
});
