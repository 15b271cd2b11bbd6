import { afterEach, expect, test, vi } from "vitest";
import { localDay } from "./local-day";

afterEach(() => vi.unstubAllEnvs());

test.each(["America/New_York", "Europe/Amsterdam", "Pacific/Auckland"])(
  "the end of a day in %s is in that day",
  (zone) => {
    vi.stubEnv("TZ", zone);
    expect(localDay(new Date("2026-03-10T23:59:59").toISOString())).toBe("2026-03-10");
  },
);

test("without a time there is no day", () => {
  expect(localDay(undefined)).toBe("");
});
