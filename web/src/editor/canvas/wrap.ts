// Finds where the lines of a text box break during typing: as on the slide, which balances the lines of a title.

/** Up to this number of lines, all are made about equally long. */
const MOST_BALANCED = 4;
/** Letters may be drawn this much wider than they were measured, in slide pixels. */
const SLACK = 2;

/** The width at which a text breaks as it was drawn, from the widths of its drawn lines; at most `full`. */
export function drawnWidth(lines: readonly number[], full: number): number {
  return lines.length > 1 ? Math.min(full, Math.max(...lines) + SLACK) : full;
}

/**
 * The narrowest width that needs no more lines than the full one. `countLines` returns how many lines a width needs.
 */
export function balancedWidth(full: number, countLines: (width: number) => number): number {
  const lines = countLines(full);
  if (lines < 2 || lines > MOST_BALANCED) return full;
  let [narrow, wide] = [full / 2, full];
  while (wide - narrow > full / 100) {
    const middle = (narrow + wide) / 2;
    if (countLines(middle) > lines) narrow = middle;
    else wide = middle;
  }
  return wide;
}
