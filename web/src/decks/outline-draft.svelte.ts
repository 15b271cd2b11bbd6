// The outline of a deck while a person arranges it, before the deck is written.

import type { OutlineAnswer, OutlineEntry, SourceSentence } from "../lib/api-types";

/** A slide of the outline. `type` is the registry key of its slide type; empty where the author chooses it. */
export type OutlineRow = {
  key: string;
  ids: string[];
  type: string;
  title: string;
  points: string[];
  notes: string;
  /** The sentences of the document that the slide is made of. */
  sources: SourceSentence[];
};

/** The types that a slide of a text can have, by their registry keys. */
export const TEXT_TYPES = [
  "title-slide",
  "chapter-title-slide",
  "content-slide",
  "list-slide",
  "text-blocks-slide",
  "icon-card-grid-slide",
  "image-text-slide",
  "image-slide",
  "quote-slide",
  "payoff-slide",
  "process-slide",
  "timeline-slide",
  "comparison-slide",
  "cycle-slide",
  "matrix-slide",
  "pyramid-slide",
  "funnel-slide",
  "kpi-metrics-slide",
  "table-slide",
  "chart-slide",
  "code-slide",
  "end-slide",
];

/** The registry key of a type by any of its names: `list-slide` for `eu.svc.slide.list`. */
export function typeKey(type: string): string {
  const name = type.replace(/^eu\.svc\.slide\./, "");
  return name.includes("/") || name.endsWith("-slide") ? name : `${name}-slide`;
}

export class OutlineDraft {
  rows = $state<OutlineRow[]>([]);
  #original: OutlineRow[];

  constructor({ slides }: Pick<OutlineAnswer, "slides">) {
    this.#original = slides.map(({ id, type, title, points = [], notes = "", sources = [] }) => ({
      key: id,
      ids: [id],
      type: typeKey(type),
      title,
      points,
      notes,
      sources,
    }));
    this.rows = this.#copy();
  }

  #copy() {
    return this.#original.map((row) => ({ ...row, ids: [...row.ids], points: [...row.points] }));
  }

  /** Whether the person changed the outline. */
  get isChanged() {
    return JSON.stringify(this.rows) !== JSON.stringify(this.#original);
  }

  /** Moves a slide. Returns its new position. */
  move(from: number, to: number): number {
    const target = Math.max(0, Math.min(to, this.rows.length - 1));
    const [row] = this.rows.splice(from, 1);
    if (row) this.rows.splice(target, 0, row);
    return target;
  }

  remove(at: number) {
    if (this.rows.length > 1) this.rows.splice(at, 1);
  }

  /** Whether a slide and the next one can become one. */
  canMerge(at: number): boolean {
    const frames = ["title-slide", "chapter-title-slide", "end-slide"];
    const [row, next] = [this.rows[at], this.rows[at + 1]];
    return !!row && !!next && !frames.includes(row.type) && !frames.includes(next.type);
  }

  /** Makes one slide of a slide and the next. The author chooses its type. */
  mergeWithNext(at: number) {
    const [row, next] = [this.rows[at], this.rows[at + 1]];
    if (!row || !next) return;
    row.ids = [...row.ids, ...next.ids];
    row.points = [...row.points, ...next.points];
    row.notes = [row.notes, next.notes].filter(Boolean).join("\n\n");
    row.sources = [...row.sources, ...next.sources];
    row.type = "";
    this.rows.splice(at + 1, 1);
  }

  reset() {
    this.rows = this.#copy();
  }

  /** The outline as a request sends it. */
  entries(): OutlineEntry[] {
    return this.rows.map(({ ids, type, title, points, notes }) => ({
      ids,
      title,
      ...(type ? { type } : {}),
      ...(points.length ? { points } : {}),
      ...(notes ? { notes } : {}),
    }));
  }
}
