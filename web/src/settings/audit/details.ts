// Details of entries of the audit log.

import type { AuditEntry } from "../../lib/api-types";
import { t } from "../../lib/i18n";

/** The details of an entry as short texts such as `Role: admin`, without ids of links. */
export function detailTexts({ details }: AuditEntry): string[] {
  return Object.entries(details).flatMap(([name, value]) => {
    if (value === null || name === "link") return [];
    const key = `settings.audit.detail.${name}`;
    const label = t(key);
    const text =
      typeof value === "boolean"
        ? t(value ? "settings.audit.yes" : "settings.audit.no")
        : Array.isArray(value)
          ? value.join(", ")
          : String(value);
    return [`${label === key ? name : label}: ${text}`];
  });
}
