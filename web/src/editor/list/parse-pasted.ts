// Parses pasted text: a table, Markdown slides, lines, a URL, or plain text.

import type { Content } from "../../lib/api-types";
import { cells, toCsv } from "../inspector/csv";
import { splitPoints } from "../text-editing";

export interface PastedSlide {
  title: string;
  body: string;
  notes: string;
  /** Present where the body is only short list items. */
  points?: string[];
}

export type PastedContent =
  /** `isNumeric`: all cells are numbers, except the first row and column. */
  | { kind: "table"; rows: Content[]; columns: number; csv: string; isNumeric: boolean }
  | { kind: "slides"; slides: PastedSlide[] }
  | { kind: "lines"; title: string; points: string[] }
  | { kind: "address"; address: string; host: string }
  | { kind: "text"; title: string; body: string };

const MAX_COLUMNS = 10;
const MAX_POINTS = 8;

/** The content of a pasted text; undefined for a blank one. */
export function parsePasted(text: string): PastedContent | undefined {
  const trimmed = text.replace(/\r\n?/g, "\n").trim();
  if (!trimmed) return undefined;
  if (/^https?:\/\/\S+$/.test(trimmed) && URL.canParse(trimmed))
    return { kind: "address", address: trimmed, host: new URL(trimmed).host };
  if (/^(---|\*\*\*|___)\s*$/m.test(trimmed) || /^#{1,3}\s/.test(trimmed))
    return { kind: "slides", slides: slides(trimmed) };
  return table(trimmed) ?? lines(trimmed);
}

/** A spreadsheet pastes rows with tabs; a file has commas or semicolons too. */
function table(text: string): PastedContent | undefined {
  const rows = cells(text);
  const columns = rows[0]?.length ?? 0;
  if (rows.length < 2 || columns < 2 || rows.some((row) => row.length !== columns)) return undefined;
  // Sentences with commas are not a table.
  if (!text.includes("\t") && rows.flat().some((cell) => cell.trim().split(/\s+/).length > 6))
    return undefined;
  const isNumeric = rows.slice(1).every((row) => row.slice(1).every((cell) => isFigure(cell)));
  const named = rows.map((row) =>
    Object.fromEntries(row.slice(0, MAX_COLUMNS).map((cell, at) => [`c${String(at + 1)}`, cell.trim()])),
  );
  return {
    kind: "table",
    rows: named,
    columns: Math.min(columns, MAX_COLUMNS),
    csv: toCsv(rows),
    isNumeric,
  };
}

/** Whether a cell is a number such as "1,204", "12.5", "-3" or "40%". */
export function isFigure(cell: string): boolean {
  return /^\s*[-+]?[\d.,\s]*\d\s*%?\s*$/.test(cell);
}

const MARKED = /^\s*([-*+•]|\d+[.)])\s+/;

function lines(text: string): PastedContent {
  const points = splitPoints(text);
  if (!points) return { kind: "text", title: text.slice(0, 120), body: text.length > 120 ? text : "" };
  // A first line that stands alone or ends in a colon is the headline.
  const [first = "", ...rest] = points;
  const isHeaded = /:$/.test(first) || /^[^\n]+\n\s*\n/.test(text);
  const items = isHeaded ? rest : points;
  const isMarked = isHeaded || text.split("\n").every((line) => !line.trim() || MARKED.test(line));
  // Without list markers the first line is the headline, as in an outline. A list with markers has no headline.
  if (!isMarked && rest.length > 1) return lines(`${first}:\n${rest.join("\n")}`);
  const title = isHeaded ? first.replace(/:$/, "") : "";
  if (items.length > MAX_POINTS || items.some((point) => point.length > 160)) {
    return { kind: "text", title: title || first.slice(0, 120), body: isHeaded ? rest.join("\n\n") : text };
  }
  return { kind: "lines", title, points: items };
}

/** Slides in Markdown: separated by `---` and by headings, titled by their first heading, with notes in comments. */
function slides(text: string): PastedSlide[] {
  const parts = text.split(/^(?:(?:---|\*\*\*|___)[ \t]*$|(?=##?[ \t]))/m);
  return parts.map(slide).filter(({ title, body }) => title || body);
}

function slide(part: string): PastedSlide {
  const notes = [...part.matchAll(/<!--([\s\S]*?)-->/g)].map((found) => (found[1] ?? "").trim()).join("\n\n");
  const bare = part.replace(/<!--[\s\S]*?-->/g, "").trim();
  const heading = /^#{1,6}\s+(.+)$/m.exec(bare);
  const title = heading?.[1]?.trim() ?? bare.split("\n")[0]?.slice(0, 120) ?? "";
  const body = (heading ? bare.replace(heading[0], "") : bare.split("\n").slice(1).join("\n")).trim();
  const isList = body !== "" && body.split("\n").every((line) => /^([-*+]|\d+[.)])\s/.test(line));
  const points = isList ? body.split("\n").map((line) => line.replace(/^([-*+]|\d+[.)])\s+/, "").trim()) : [];
  return points.length > 1 && points.length <= MAX_POINTS
    ? { title, body, notes, points }
    : { title, body, notes };
}
