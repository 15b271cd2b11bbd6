// Sizes of the parts of the page, as the person left them.

/** The remembered size of a part. */
export function paneSize(key: string, usual: number): number {
  const kept = Number(localStorage.getItem(`lectern.pane.${key}`));
  return Number.isFinite(kept) && kept > 0 ? kept : usual;
}
