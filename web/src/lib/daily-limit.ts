// The error of a reached daily limit.

import { ApiError } from "./api";
import type { DailyLimitBody } from "./api-types";
import { clock } from "./time";

/** The limit and the time of its reset; undefined for another error. */
export function reachedDailyLimit(fault: unknown): { n: number; time: string } | undefined {
  if (!(fault instanceof ApiError) || fault.code !== "daily_limit") return undefined;
  const { limit, resetAt } = fault.body as DailyLimitBody;
  return { n: limit, time: clock(resetAt) };
}
