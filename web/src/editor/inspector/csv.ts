// Tables as text: cells of CSV or TSV, and back.

/** The sign that parts cells: a tab if there is one, else `;` or `,` as the first line has them. */
function separator(text: string): string {
  if (text.includes("\t")) return "\t";
  const first = text.split("\n")[0] ?? "";
  // Where a comma is the decimal sign, cells are parted by semicolons, and there are no fewer of them.
  const [semicolons, commas] = [first.match(/;/g)?.length ?? 0, first.match(/,/g)?.length ?? 0];
  return semicolons > 0 && semicolons >= commas ? ";" : ",";
}

/** The cells of a text, row by row. Quoted cells may hold the separator and line ends. */
export function cells(text: string): string[][] {
  const said = text.replace(/\r\n?/g, "\n").replace(/\n+$/, "");
  if (said === "") return [];
  const by = separator(said);
  const rows: string[][] = [[]];
  let cell = "";
  let quoted = false;
  for (let at = 0; at < said.length; at += 1) {
    const sign = said[at] ?? "";
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (said[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell.trim() === "") [quoted, cell] = [true, ""];
    else if (sign === by || sign === "\n") {
      rows.at(-1)?.push(cell);
      cell = "";
      if (sign === "\n") rows.push([]);
    } else cell += sign;
  }
  rows.at(-1)?.push(cell);
  return rows;
}

/** Cells as CSV, quoted where they must be. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  const quote = (cell: string) => (/[",\n;\t]/.test(cell) ? `"${cell.replace(/"/g, '""')}"` : cell);
  return rows.map((row) => row.map(quote).join(",")).join("\n");
}

/** Rows of the same length, with one cell changed. */
export function withCell(
  rows: readonly (readonly string[])[],
  row: number,
  column: number,
  value: string,
): string[][] {
  const width = Math.max(column + 1, ...rows.map((cells) => cells.length));
  const height = Math.max(row + 1, rows.length);
  return Array.from({ length: height }, (_, at) =>
    Array.from({ length: width }, (_, place) =>
      at === row && place === column ? value : (rows[at]?.[place] ?? ""),
    ),
  );
}

/** Rows with a block of cells written over them from a place on. */
export function withBlock(
  rows: readonly (readonly string[])[],
  row: number,
  column: number,
  block: readonly (readonly string[])[],
): string[][] {
  let made = rows.map((cells) => [...cells]);
  block.forEach((cells, down) =>
    cells.forEach((cell, across) => (made = withCell(made, row + down, column + across, cell))),
  );
  return made;
}

/** Whether a cell that should be a figure is none. Blank is a gap. */
export function isBadFigure(cell: string): boolean {
  return cell.trim() !== "" && !/^\s*[-+]?\d[\d\s.,']*\s*%?\s*$/.test(cell);
}
