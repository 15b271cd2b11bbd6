import { describe, expect, it } from "vitest";
import type { DailyUsage } from "../../lib/api-types";
import { bars, calls, everyDay, limits, top } from "./usage";

const row = (date: string, requestCount: number, aiRequestCount = 0, exportCount = 0): DailyUsage => ({
  date,
  requestCount,
  aiRequestCount,
  exportCount,
});

describe("the days of a chart", () => {
  it("include days without requests, oldest first", () => {
    const days = everyDay([row("2026-03-01", 4)], 3, new Date("2026-03-02T00:30:00Z"));
    expect(days.map(({ date, requestCount }) => [date, requestCount])).toEqual([
      ["2026-02-28", 0],
      ["2026-03-01", 4],
      ["2026-03-02", 0],
    ]);
  });

  it("are in UTC, as on the server", () => {
    expect(everyDay([], 1, new Date("2026-03-02T23:59:00-08:00"))[0]?.date).toBe("2026-03-03");
  });
});

describe("the scale", () => {
  it("ends at a round number not below the maximum", () => {
    const known = [0, 1, 4, 5, 9, 11, 21, 41, 51, 99, 100, 101, 1204].map(top);
    expect(known).toEqual([4, 4, 4, 5, 10, 20, 40, 50, 100, 100, 100, 200, 2000]);
  });
});

describe("a bar", () => {
  it("is stacked from the bottom and as high as the requests of the day", () => {
    const parts = bars(row("2026-03-01", 10, 2, 3), 20, 100);
    expect(parts).toEqual([
      { series: "exportCount", y: 85, height: 15 },
      { series: "aiRequestCount", y: 75, height: 10 },
      { series: "requestCount", y: 50, height: 25 },
    ]);
  });

  it("leaves out what is zero, and never exceeds the chart", () => {
    expect(bars(row("2026-03-01", 0), 4, 100)).toEqual([]);
    const odd = row("2026-03-01", 1, 2, 3);
    expect(calls(odd)).toBe(5);
    expect(Math.min(...bars(odd, top(calls(odd)), 100).map(({ y }) => y))).toBeGreaterThanOrEqual(0);
  });
});

describe("limits", () => {
  it("follow the tier; an unknown one has the lowest", () => {
    expect(limits("free")).toEqual({ minute: 60, ai: 10, exports: 50 });
    expect(limits("enterprise").exports).toBeUndefined();
    expect(limits("new")).toEqual(limits("free"));
  });
});
