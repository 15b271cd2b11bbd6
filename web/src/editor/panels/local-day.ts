/** The local day of a time in the form of date fields, such as `2026-03-10`; empty without a time. */
export function localDay(time: string | null | undefined): string {
  if (!time) return "";
  const at = new Date(time);
  const parts = [at.getFullYear(), at.getMonth() + 1, at.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}
