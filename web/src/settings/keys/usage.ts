// The usage of a key by day, prepared for chart and table.

import type { DailyUsage, UsageCounts } from "../../lib/api-types";

/** The series in stacking order: other requests are on top. */
export const SERIES = [
  "exportCount",
  "aiRequestCount",
  "requestCount",
] as const satisfies readonly (keyof UsageCounts)[];
export type Series = keyof UsageCounts;

const DAY = 86_400_000;

/** Every day of the period, oldest first, days without requests included. The server names days in UTC. */
export function everyDay(history: readonly DailyUsage[], days: number, today: Date): DailyUsage[] {
  const known = new Map(history.map((row) => [row.date, row]));
  const last = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate());
  return Array.from({ length: days }, (_, at) => {
    const date = new Date(last - (days - 1 - at) * DAY).toISOString().slice(0, 10);
    return known.get(date) ?? { date, requestCount: 0, aiRequestCount: 0, exportCount: 0 };
  });
}

/** The top of the scale: at least 4, else the next number that is 1, 2, 4 or 5 times a power of ten. */
export function top(most: number): number {
  if (most <= 4) return 4;
  const unit = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 4, 5, 10].map((step) => step * unit).find((step) => step >= most) ?? most;
}

export type Bar = { series: Series; y: number; height: number };

/** The segments of a day's bar from the bottom up. AI calls and exports are requests too. */
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

/** The number of requests of a day. */
export function calls(row: DailyUsage): number {
  return Math.max(row.requestCount, row.aiRequestCount + row.exportCount);
}

/** The limits of a tier; undefined means unlimited. */
export function limits(tier: string): { minute: number; ai?: number; exports?: number } {
  if (tier === "enterprise") return { minute: 1000 };
  return tier === "pro" ? { minute: 300, ai: 100, exports: 500 } : { minute: 60, ai: 10, exports: 50 };
}
