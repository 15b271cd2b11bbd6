// Versions grouped by day, and named by what changed.

import type { Version } from "../../lib/api-types";
import { t } from "../../lib/i18n";

/** The versions of one day, newest first. */
export type Day = { day: string; versions: Version[] };

/** Groups versions by local day. */
export function days(versions: Version[]): Day[] {
  const list: Day[] = [];
  for (const version of versions) {
    const at = new Date(version.createdAt);
    const day = `${at.getFullYear()}-${at.getMonth() + 1}-${at.getDate()}`;
    const last = list.at(-1);
    if (last?.day === day) last.versions.push(version);
    else list.push({ day, versions: [version] });
  }
  return list;
}

/** "3 slides changed: Revenue, Team and others". Without titles, only how many. */
export function changedText({ changedTitles }: Pick<Version, "changedTitles">, n: number): string {
  if (changedTitles.length === 0) return t("panels.history.changed", { n });
  const titles = changedTitles.join(", ");
  const isAll = changedTitles.length >= n;
  return t(isAll ? "panels.history.changed-titles" : "panels.history.changed-more", { n, titles });
}
