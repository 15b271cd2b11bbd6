// Entries of the audit log as the server tells them.

export type Entry = {
  id: string;
  at: string;
  act: string;
  /** Empty when nobody in particular. */
  actor: string;
  door: string;
  address: string;
  subject: string;
  details: Record<string, unknown>;
};

export type Log = { entries: Entry[]; pagination: { total: number } };

/** What else is known of an act, as short marks: `role=admin`. Ids of links are left to machines. */
export function marks({ details }: Entry): string[] {
  return Object.entries(details).flatMap(([name, value]) => {
    if (value === null || name === "link") return [];
    return [`${name}=${Array.isArray(value) ? value.join(",") : String(value)}`];
  });
}
