// Times and sizes for people: relative up to a week, then a date.

import { language } from "./i18n";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Cached per language, since lists format many times. */
const formats = new Map<string, Intl.RelativeTimeFormat>();

function relativeFormat(code: string): Intl.RelativeTimeFormat {
  const format = formats.get(code) ?? new Intl.RelativeTimeFormat(code, { numeric: "auto" });
  formats.set(code, format);
  return format;
}

/** "5 minutes ago", "yesterday", "3 March", "3 March 2025". */
export function ago(at: string | Date, now: Date = new Date()): string {
  const then = new Date(at);
  const elapsed = now.getTime() - then.getTime();
  const relative = relativeFormat(language());
  if (elapsed < MINUTE) return relative.format(0, "second");
  if (elapsed < HOUR) return relative.format(-Math.floor(elapsed / MINUTE), "minute");
  const days = Math.round((midnight(now) - midnight(then)) / DAY);
  if (days === 0) return relative.format(-Math.floor(elapsed / HOUR), "hour");
  if (days < 7) return relative.format(-days, "day");
  return date(then, now);
}

/** "3 March", with the year where it is another one. */
export function date(at: string | Date, now: Date = new Date()): string {
  const then = new Date(at);
  const year = then.getFullYear() === now.getFullYear() ? {} : { year: "numeric" as const };
  return then.toLocaleDateString(locale(), { day: "numeric", month: "long", ...year });
}

/** "14:05". */
export function clock(at: string | Date): string {
  return new Date(at).toLocaleTimeString(locale(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

/** "4.2 MB". */
export function size(bytes: number): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"];
  const step = Math.max(0, Math.min(3, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)));
  const unit = { style: "unit", unit: units[step] ?? "byte", unitDisplay: step ? "short" : "long" } as const;
  return (bytes / 1000 ** step).toLocaleString(locale(), { ...unit, maximumFractionDigits: step ? 1 : 0 });
}

/** The day comes before the month in English too. */
function locale(): string {
  return language() === "en" ? "en-GB" : language();
}

function midnight(at: Date): number {
  return Date.UTC(at.getFullYear(), at.getMonth(), at.getDate());
}
