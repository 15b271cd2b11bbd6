// A table whose rows are entries of a list with the cells `c1`, `c2` and so on.

import type { Content, Edit, FieldDeclaration, JsonValue } from "../lib/api-types";

/** The number of columns of a table whose slide does not set it. */
const USUAL_COLUMNS = 3;

/** Whether a list is a table. */
export function isTable(field: FieldDeclaration | undefined): boolean {
  const cells = field?.type === "items" ? (field.itemFields ?? []) : [];
  return cells.length > 0 && cells.every(({ key }, at) => key === `c${String(at + 1)}`);
}

/** The number of columns that a slide shows. */
export function columnsOf(content: Content): number {
  return Number(content["colCount"] ?? USUAL_COLUMNS) || USUAL_COLUMNS;
}

/** The cells of some rows, as texts. */
export function gridOf(rows: readonly Content[], columns: number): string[][] {
  return rows.map((row) =>
    Array.from({ length: columns }, (_, at) => String(row[`c${String(at + 1)}`] ?? "")),
  );
}

/** Rows with the texts of a grid. Other fields of a row stay. */
export function rowsOf(grid: readonly (readonly string[])[], rows: readonly Content[]): Content[] {
  return grid.map((cells, at) => {
    const others = Object.entries(rows[at] ?? {}).filter(([key]) => !/^c\d+$/.test(key));
    return Object.fromEntries<JsonValue | undefined>([
      ...others,
      ...cells.map((cell, column) => [`c${String(column + 1)}`, cell] as const),
    ]) as Content;
  });
}

/**
 * The edits that store a grid with as many columns as it has, within the bounds, and whether something was left out.
 */
export function tableEdits(
  slideId: string,
  path: string,
  grid: readonly (readonly string[])[],
  rows: readonly Content[],
  field: FieldDeclaration | undefined,
): { edits: Edit[]; isCut: boolean; most: { rows: number; columns: number } } {
  const most = { rows: field?.maxItems ?? Infinity, columns: field?.itemFields?.length ?? 0 };
  const wanted = Math.max(1, ...grid.map((cells) => cells.length));
  const kept = grid.slice(0, most.rows).map((cells) => cells.slice(0, most.columns));
  const edit = { op: "set", slideId } as const;
  return {
    edits: [
      { ...edit, path: `content.${path}`, value: rowsOf(kept, rows) },
      { ...edit, path: "content.colCount", value: String(Math.min(wanted, most.columns)) },
    ],
    isCut: grid.length > most.rows || wanted > most.columns,
    most,
  };
}
