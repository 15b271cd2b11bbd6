// A daily limit that is spent, as the server tells it.

import { ApiError } from "./api";
import type { DailyLimitBody } from "./api-types";
import { clock } from "./time";

/** How many there are a day, and from when there are more; nothing where something else was refused. */
export function spentToday(fault: unknown): { n: number; time: string } | undefined {
  if (!(fault instanceof ApiError) || fault.code !== "daily_limit") return undefined;
  const { limit, resetAt } = fault.body as DailyLimitBody;
  return { n: limit, time: clock(resetAt) };
}
