// Versions as they are listed: by day, with who and why.

import type { Version } from "../../lib/api-types";

/** Versions of one day, the newest first. */
export type Day = { day: string; versions: Version[] };

/** The list cut where the day of this clock changes. */
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
