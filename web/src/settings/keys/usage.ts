// What a key did, day by day, made ready for bars and for a table.

export type UsageRow = { date: string; requestCount: number; aiRequestCount: number; exportCount: number };
export type Usage = {
  today: Omit<UsageRow, "date">;
  totals: Omit<UsageRow, "date">;
  history: UsageRow[];
  days: number;
};

/** What is counted, in the order in which bars are stacked: the rest of the requests lies on top. */
export const SERIES = ["exportCount", "aiRequestCount", "requestCount"] as const;
export type Series = (typeof SERIES)[number];

const DAY = 86_400_000;

/** Every day of the span, oldest first, those without a call too. The server names the days in UTC. */
export function everyDay(history: readonly UsageRow[], days: number, today: Date): UsageRow[] {
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
export function bars(row: UsageRow, scale: number, height: number): Bar[] {
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
export function calls(row: UsageRow): number {
  return Math.max(row.requestCount, row.aiRequestCount + row.exportCount);
}

/** What a tier allows; nothing means without limit. */
export function limits(tier: string): { minute: number; ai?: number; exports?: number } {
  if (tier === "enterprise") return { minute: 1000 };
  return tier === "pro" ? { minute: 300, ai: 100, exports: 500 } : { minute: 60, ai: 10, exports: 50 };
}
