// Details of entries of the audit log.

import type { AuditEntry } from "../../lib/api-types";

/** The details of an entry as short tags such as `role=admin`, without ids of links. */
export function detailTags({ details }: AuditEntry): string[] {
  return Object.entries(details).flatMap(([name, value]) => {
    if (value === null || name === "link") return [];
    return [`${name}=${Array.isArray(value) ? value.join(",") : String(value)}`];
  });
}
