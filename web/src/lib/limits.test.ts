import { expect, it } from "vitest";
import { ApiError } from "./api";
import { spentToday } from "./limits";
import { clock } from "./time";

it("tells the limit and when it begins anew", () => {
  const resetAt = "2026-11-16T00:00:00.000Z";
  const refusal = new ApiError(429, "daily_limit", "spent", { limit: 10, used: 10, resetAt }, 60);
  expect(spentToday(refusal)).toEqual({ n: 10, time: clock(resetAt) });
});

it("says nothing of other refusals", () => {
  expect(spentToday(new ApiError(429, "too_many_requests", "", {}, 1))).toBeUndefined();
  expect(spentToday(new Error("away"))).toBeUndefined();
});
