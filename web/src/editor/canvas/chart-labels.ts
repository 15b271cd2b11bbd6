// Finds the category of a drawn chart at a point, by the labels of its axis.

interface Point {
  x: number;
  y: number;
}
export interface PlacedLabel {
  label: string;
  at: Point;
}

/** The labels of a chart with the centres of their texts, in the coordinates of the window. */
export function placedLabels(root: ParentNode, field: string, labels: readonly string[]): PlacedLabel[] {
  const figure = root.querySelector(`figure[data-field="${CSS.escape(field)}"]`);
  if (!figure) return [];
  const wanted = new Set(labels);
  const placed = new Map<string, Point>();
  for (const element of figure.querySelectorAll("*")) {
    const label = element.textContent?.trim() ?? "";
    if (!wanted.has(label) || element.closest(".sr")) continue;
    const { left, top, width, height } = element.getBoundingClientRect();
    // The innermost element comes last and is as large as its text.
    if (width > 0) placed.set(label, { x: left + width / 2, y: top + height / 2 });
  }
  return [...placed].map(([label, at]) => ({ label, at }));
}

/**
 * The label that is nearest to a point along the axis: across where the labels are in a row, down where they are in a
 * column, and in both directions around a pie.
 */
export function nearestLabel(placed: readonly PlacedLabel[], point: Point): string | undefined {
  const spread = (of: (at: Point) => number) => {
    const all = placed.map(({ at }) => of(at));
    return Math.max(...all) - Math.min(...all);
  };
  const [across, down] = [spread(({ x }) => x), spread(({ y }) => y)];
  const distance = ({ x, y }: Point) =>
    Math.hypot(across * 8 < down ? 0 : x - point.x, down * 8 < across ? 0 : y - point.y);
  return placed.toSorted((one, other) => distance(one.at) - distance(other.at))[0]?.label;
}
