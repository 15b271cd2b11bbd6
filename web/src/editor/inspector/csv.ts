// Parses and writes CSV and TSV.

/** The separator, as the server finds it: a tab if there is one, otherwise the more frequent of `;` and `,`. */
function separator(text: string): string {
  const unquoted = text.replace(/(^|[\t;,\n]) *"(?:[^"]|"")*"/g, "$1");
  const count = (character: string) => unquoted.split(character).length - 1;
  if (count("\t") > 0) return "\t";
  // With a comma as the decimal separator, cells are separated by semicolons, and there are at least as many.
  return count(";") > 0 && count(";") >= count(",") ? ";" : ",";
}

/** The cells of a text, row by row. Quoted cells can contain separators and line breaks. */
export function cells(text: string): string[][] {
  const trimmed = text.replace(/\r\n?/g, "\n").replace(/\n+$/, "");
  if (trimmed === "") return [];
  const by = separator(trimmed);
  const rows: string[][] = [[]];
  let cell = "";
  let quoted = false;
  for (let at = 0; at < trimmed.length; at += 1) {
    const character = trimmed[at] ?? "";
    if (quoted) {
      if (character !== '"') cell += character;
      else if (trimmed[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"' && cell.trim() === "") [quoted, cell] = [true, ""];
    else if (character === by || character === "\n") {
      rows.at(-1)?.push(cell);
      cell = "";
      if (character === "\n") rows.push([]);
    } else cell += character;
  }
  rows.at(-1)?.push(cell);
  return rows;
}

/** Cells as CSV, quoted where necessary. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  const quote = (cell: string) => (/[",\n;\t]/.test(cell) ? `"${cell.replace(/"/g, '""')}"` : cell);
  return rows.map((row) => row.map(quote).join(",")).join("\n");
}

/** Rows of equal length with one cell changed. */
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

/** Rows with a block of cells written from a position on. */
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

/** Whether a cell is neither a number nor blank. */
export function isBadFigure(cell: string): boolean {
  return cell.trim() !== "" && !/^\s*[-+]?\d[\d\s.,']*\s*%?\s*$/.test(cell);
}

/** The number in a cell; undefined for a text. A comma may separate decimals. */
function figure(cell: string): number | undefined {
  if (cell.trim() === "" || isBadFigure(cell)) return undefined;
  const plain = cell.replace(/[\s'%]/g, "");
  const number = Number(
    /,\d{1,2}$/.test(plain) ? plain.replace(/\./g, "").replace(",", ".") : plain.replace(/,/g, ""),
  );
  return Number.isNaN(number) ? undefined : number;
}

type Direction = "up" | "down";

/** Rows below the heading, sorted by a column: figures by size, other cells as words; blank ones last. */
export function sortedBy(
  rows: readonly (readonly string[])[],
  column: number,
  direction: Direction,
): string[][] {
  const [head, ...body] = rows.map((row) => [...row]);
  if (!head) return [];
  const sign = direction === "up" ? 1 : -1;
  const isBlank = (row: readonly string[]) => (row[column] ?? "").trim() === "";
  body.sort((one, other) => {
    if (isBlank(one) || isBlank(other)) return Number(isBlank(one)) - Number(isBlank(other));
    const [a = "", b = ""] = [one[column], other[column]];
    const [first, second] = [figure(a), figure(b)];
    const order = first === undefined || second === undefined ? a.localeCompare(b) : first - second;
    return order * sign;
  });
  return [head, ...body];
}

/** Whether the rows are in the order that sorting gives. */
export function isSortedBy(
  rows: readonly (readonly string[])[],
  column: number,
  direction: Direction,
): boolean {
  return toCsv(sortedBy(rows, column, direction)) === toCsv(rows);
}
