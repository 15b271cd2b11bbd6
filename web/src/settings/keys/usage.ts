// What a key did, day by day, made ready for bars and for a table.

import type { DailyUsage, UsageCounts } from "../../lib/api-types";

/** What is counted, in the order in which bars are stacked: the rest of the requests lies on top. */
export const SERIES = [
  "exportCount",
  "aiRequestCount",
  "requestCount",
] as const satisfies readonly (keyof UsageCounts)[];
export type Series = keyof UsageCounts;

const DAY = 86_400_000;

/** Every day of the span, oldest first, those without a call too. The server names the days in UTC. */
export function everyDay(history: readonly DailyUsage[], days: number, today: Date): DailyUsage[] {
  const known = new Map(history.map((row) => [row.date, row]));
  const last = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate());
  return Array.from({ length: days }, (_, at) => {
    const date = new Date(last - (days - 1 - at) * DAY).toISOString().slice(0, 10);
    return known.get(date) ?? { date, requestCount: 0, aiRequestCount: 0, exportCount: 0 };
  });
}

/** The top of a scale: the next of 1, 2, 5, 10, 20, 50 … that holds the most, so that its halves are round too. */
export function top(most: number): number {
  if (most <= 4) return 4;
  const unit = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 4, 5, 10].map((step) => step * unit).find((step) => step >= most) ?? most;
}

export type Bar = { series: Series; y: number; height: number };

/** The parts of one day's bar from the foot up, in a drawing of some height. AI calls and exports are requests too. */
export function bars(row: DailyUsage, scale: number, height: number): Bar[] {
  const others = row.aiRequestCount + row.exportCount;
  const counts: Record<Series, number> = {
    exportCount: row.exportCount,
    aiRequestCount: row.aiRequestCount,
    requestCount: Math.max(0, row.requestCount - others),
  };
  let foot = height;
  return SERIES.flatMap((series) => {
    const tall = (counts[series] / scale) * height;
    if (tall <= 0) return [];
    foot -= tall;
    return [{ series, y: foot, height: tall }];
  });
}

/** All calls of a day: a call that is counted twice by kind is one request. */
export function calls(row: DailyUsage): number {
  return Math.max(row.requestCount, row.aiRequestCount + row.exportCount);
}

/** What a tier allows; nothing means without limit. */
export function limits(tier: string): { minute: number; ai?: number; exports?: number } {
  if (tier === "enterprise") return { minute: 1000 };
  return tier === "pro" ? { minute: 300, ai: 100, exports: 500 } : { minute: 60, ai: 10, exports: 50 };
}
