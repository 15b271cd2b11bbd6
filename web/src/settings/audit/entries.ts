// Entries of the audit log as the server tells them.

import type { AuditEntry } from "../../lib/api-types";

/** What else is known of an act, as short marks: `role=admin`. Ids of links are left to machines. */
export function marks({ details }: AuditEntry): string[] {
  return Object.entries(details).flatMap(([name, value]) => {
    if (value === null || name === "link") return [];
    return [`${name}=${Array.isArray(value) ? value.join(",") : String(value)}`];
  });
}
