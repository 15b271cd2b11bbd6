// Details of entries of the audit log.

import type { AuditEntry } from "../../lib/api-types";
import { t } from "../../lib/i18n";

/** The words for values that are names of the server. */
const WORDS: Record<string, (value: string) => string> = {
  method: (value) => t(`settings.audit.method.${value}`),
  permission: (value) => t(`settings.audit.permission.${value}`),
  visibility: (value) => t(`settings.audit.visibility.${value}`),
  role: (value) => t(`settings.role.${value}`),
  tier: (value) => t(`settings.tier.${value}`),
};

/** The value of a detail in the language of the page, or as the server wrote it. */
function wordFor(name: string, value: string): string {
  const word = WORDS[name]?.(value) ?? value;
  // A key without a text is returned as it is.
  return word.startsWith("settings.") ? value : word;
}

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
          : wordFor(name, String(value));
    return [`${label === key ? name : label}: ${text}`];
  });
}
