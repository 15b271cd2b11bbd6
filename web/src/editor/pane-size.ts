// Stored sizes of the panes.

/** The stored size of a pane, or its default. */
export function paneSize(key: string, usual: number): number {
  const kept = Number(localStorage.getItem(`lectern.pane.${key}`));
  return Number.isFinite(kept) && kept > 0 ? kept : usual;
}

/** Stores the size of a pane. */
export function storePaneSize(key: string, size: number) {
  localStorage.setItem(`lectern.pane.${key}`, String(size));
}
