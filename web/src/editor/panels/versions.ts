// Versions grouped by day.

import type { Version } from "../../lib/api-types";

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
