// @vitest-environment jsdom

import { expect, it } from "vitest";
import { ApiError } from "./api";
import { reachedDailyLimit } from "./daily-limit";
import { clock } from "./time";

it("returns the limit and when it is reset", () => {
  const resetAt = "2026-11-16T00:00:00.000Z";
  const refusal = new ApiError(429, "daily_limit", "spent", { limit: 10, used: 10, resetAt }, 60);
  expect(reachedDailyLimit(refusal)).toEqual({ n: 10, time: clock(resetAt) });
});

it("returns undefined for other errors", () => {
  expect(reachedDailyLimit(new ApiError(429, "too_many_requests", "", {}, 1))).toBeUndefined();
  expect(reachedDailyLimit(new Error("away"))).toBeUndefined();
});
