// Pen strokes by slide, put together from the parts that arrive. It uses neither the DOM nor the network.

import type { InkColor, SlideMarks, StrokePart } from "../lib/api-types";

/** Positions on a slide go from 0 to this number, in both directions. */
export const UNIT = 10_000;
/** The maximum number of points of a stroke. A longer line is several strokes. */
export const MAX_POINTS = 500;

/** A point that is closer than this to the last point of a stroke is skipped, in units. */
export const MIN_DISTANCE = 25;

/** A point on the slide, as shares of its width and height, in whole units. */
export function unitsOf({ x, y }: { x: number; y: number }): [number, number] {
  const units = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * UNIT);
  return [units(x), units(y)];
}

/** The point of a position in units. */
export const pointAt = ([x = 0, y = 0]: readonly number[]) => ({ x: x / UNIT, y: y / UNIT });

/** A pen stroke. */
export type Stroke = { points: number[]; color: InkColor };

/** The id of the next stroke of a line that is longer than a stroke: line and part, as in `<id>-2`. */
export function nextPartOf(id: string): string {
  const [, line = id, part = "1"] = /^(.{36})-(\d+)$/.exec(id) ?? [];
  return `${line}-${Number(part) + 1}`;
}

const lineOf = (id: string) => id.slice(0, 36);

export class Strokes {
  readonly #slides = new Map<string, Map<string, Stroke>>();

  /** Applies marks. Strokes that `isKept` names survive a reset: the server does not know them yet. */
  apply({ slideId, reset, strokes }: SlideMarks, isKept: (id: string) => boolean = () => false) {
    const before = this.of(slideId);
    const known = reset ? new Map([...before].filter(([id]) => isKept(id))) : before;
    for (const part of strokes) {
      if (!isKept(part.id)) known.set(part.id, withPart(known.get(part.id), part));
    }
    this.#slides.set(slideId, known);
  }

  /** The strokes of a slide by id, in the order in which they were drawn. */
  of(slideId: string): Map<string, Stroke> {
    return this.#slides.get(slideId) ?? new Map<string, Stroke>();
  }

  /** Removes the line that was drawn last on a slide. Returns the ids of its strokes. */
  takeLastLine(slideId: string): string[] {
    const strokes = this.of(slideId);
    const last = [...strokes.keys()].at(-1);
    const taken = [...strokes.keys()].filter((id) => last !== undefined && lineOf(id) === lineOf(last));
    for (const id of taken) strokes.delete(id);
    return taken;
  }

  /** All strokes of a slide as marks. */
  whole(slideId: string): SlideMarks {
    const strokes = [...this.of(slideId)].map(([id, stroke]) => ({ id, from: 0, ...stroke, done: true }));
    return { slideId, reset: true, strokes };
  }

  /** The slides that have strokes. */
  get slideIds(): string[] {
    return [...this.#slides].filter(([, strokes]) => strokes.size).map(([id]) => id);
  }
}

/** A stroke with a part. Parts may arrive twice. */
function withPart(known: Stroke | undefined, { from, points, color }: StrokePart): Stroke {
  return { points: [...(known?.points.slice(0, from * 2) ?? []), ...points], color };
}

/** A stroke as an SVG path through the middles of its lines, in 16000 by 9000 units. */
export function pathOf(points: readonly number[]): string {
  const at = (index: number) => [(points[index] ?? 0) * 1.6, (points[index + 1] ?? 0) * 0.9] as const;
  const text = (x: number, y: number) => `${Math.round(x)} ${Math.round(y)}`;
  const [x, y] = at(0);
  // A line without length is drawn as a dot.
  if (points.length <= 2) return `M${text(x, y)}h1`;
  let path = `M${text(x, y)}`;
  for (let index = 2; index < points.length; index += 2) {
    const [fromX, fromY] = at(index - 2);
    const [toX, toY] = at(index);
    if (index === 2) path += `L${text((fromX + toX) / 2, (fromY + toY) / 2)}`;
    else path += `Q${text(fromX, fromY)} ${text((fromX + toX) / 2, (fromY + toY) / 2)}`;
  }
  return `${path}L${text(...at(points.length - 2))}`;
}
