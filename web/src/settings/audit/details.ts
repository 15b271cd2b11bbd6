// Details of entries of the audit log.

import type { AuditEntry } from "../../lib/api-types";
import { t } from "../../lib/i18n";

/** Where the words for a value are, for details whose values are names of the server. */
const WORDS: Record<string, string> = {
  method: "settings.audit.method",
  permission: "settings.audit.permission",
  visibility: "settings.audit.visibility",
  role: "settings.role",
  tier: "settings.tier",
};

/** The value of a detail in the language of the page, or as the server wrote it. */
function wordFor(name: string, value: string): string {
  const key = `${WORDS[name]}.${value}`;
  const word = WORDS[name] ? t(key) : key;
  return word === key ? value : word;
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
