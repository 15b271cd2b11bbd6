// Blocks of a Markdown text: read from their source, and written as source again.
//
// A block that the editor cannot show as formatted text stays a block of source: pictures, tags, lists with several
// paragraphs in an item. So does a block whose meaning would change when it is read and written again.

import { readSpans, trimmed, writeSpans, type Span } from "./spans";

export interface List {
  kind: "list";
  /** The number of the first point; undefined for bullets. */
  start?: number;
  items: Item[];
}

export interface Item {
  spans: Span[];
  lists: List[];
}

export type Align = "" | "left" | "center" | "right";

export type Block =
  | { kind: "paragraph"; spans: Span[] }
  | { kind: "heading"; level: number; spans: Span[] }
  | List
  | { kind: "quote"; blocks: Block[] }
  | { kind: "code"; language: string; text: string }
  | { kind: "table"; align: Align[]; rows: Span[][][] }
  | { kind: "rule" }
  | { kind: "source"; text: string };

/** A block with its source, and the line breaks before it. */
export interface SourceBlock {
  before: string;
  source: string;
  block: Block;
}

/** The maximum depth of nested lists. */
const MAX_DEPTH = 3;

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/;
const POINT = /^( {0,3})([-*+]|\d{1,9}[.)])(?:( {1,4})(?=\S)|[ \t]*$)/;
const QUOTE = /^ {0,3}>/;
const TABLE_RULE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const REFERENCE = /^ {0,3}\[[^\]]+\]:/;

const isBlank = (line: string | undefined) => line === undefined || line.trim() === "";

/** Whether a line ends the paragraph before it. */
function interrupts(line: string): boolean {
  const point = POINT.exec(line);
  const isList =
    point !== null &&
    point[3] !== undefined &&
    (!/^\d/.test(point[2] ?? "") || /^1[.)]/.test(point[2] ?? ""));
  return (
    isList ||
    FENCE.test(line) ||
    HEADING.test(line) ||
    RULE.test(line) ||
    QUOTE.test(line) ||
    /^ {0,3}<[a-z/!?]/i.test(line)
  );
}

/** The blocks of a text. Their sources, the line breaks before them and those in `after` make up the text. */
export function readBlocks(text: string): { blocks: SourceBlock[]; after: string } {
  const lines = text.split("\n");
  const blocks: SourceBlock[] = [];
  let at = 0;
  let before = "";
  while (at < lines.length) {
    if (isBlank(lines[at])) {
      before += (lines[at] ?? "") + (at < lines.length - 1 ? "\n" : "");
      at += 1;
      continue;
    }
    const end = blockEnd(lines, at);
    const source = lines.slice(at, end).join("\n");
    blocks.push({ before, source, block: shownBlock(source) });
    before = end < lines.length ? "\n" : "";
    at = end;
  }
  return { blocks, after: before };
}

/** The line after the block that begins at a line. */
function blockEnd(lines: readonly string[], from: number): number {
  const line = lines[from] ?? "";
  const fence = FENCE.exec(line)?.[1];
  if (fence !== undefined) {
    const close = lines.findIndex(
      (other, at) =>
        at > from && new RegExp(`^ {0,3}\\${fence.charAt(0)}{${String(fence.length)},}[ \\t]*$`).test(other),
    );
    return close < 0 ? lines.length : close + 1;
  }
  if (HEADING.test(line) || RULE.test(line)) return from + 1;
  const point = POINT.exec(line);
  if (point) return listEnd(lines, from, point);
  const stop = lines.findIndex((other, at) => at > from && isBlank(other));
  const end = stop < 0 ? lines.length : stop;
  if (QUOTE.test(line) || /^ {0,3}</.test(line) || /^(?: {4}|\t)/.test(line)) return end;
  if (line.includes("|") && TABLE_RULE.test(lines[from + 1] ?? "")) {
    const next = lines.findIndex((other, at) => at > from + 1 && at < end && interrupts(other));
    return next < 0 ? end : next;
  }
  for (let at = from + 1; at < end; at += 1) {
    const other = lines[at] ?? "";
    // A line of dashes below a paragraph makes it a heading.
    if (UNDERLINE.test(other)) return at + 1;
    if (interrupts(other)) return at;
  }
  return end;
}

const markOf = (point: RegExpExecArray) => (point[2] ?? "").replace(/^\d+/, "1");

function listEnd(lines: readonly string[], from: number, first: RegExpExecArray): number {
  const width = first[0].length;
  const indent = first[1]?.length ?? 0;
  let end = from + 1;
  for (let at = from + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (isBlank(line)) continue;
    const own = POINT.exec(line);
    const depth = line.length - line.trimStart().length;
    if (own && depth < Math.max(width, indent + 2)) {
      if (markOf(own) !== markOf(first) || RULE.test(line)) break;
    } else if (depth < width && (isBlank(lines[at - 1]) || interrupts(line))) break;
    end = at + 1;
  }
  return end;
}

/** The block to show for a source: a block of source where writing it again would change its meaning. */
function shownBlock(source: string): Block {
  const block = read(source);
  if (!block) return { kind: "source", text: source };
  return isSame(block, writeBlock(block)) ? block : { kind: "source", text: source };
}

function isSame(block: Block, source: string): boolean {
  return source.trim() !== "" && JSON.stringify(read(source)) === JSON.stringify(block);
}

/** The block of a source; undefined where the editor cannot show it as formatted text. */
function read(source: string): Block | undefined {
  const lines = source.split("\n");
  const [line = ""] = lines;
  if (blockEnd(lines, 0) !== lines.length || isBlank(line)) return undefined;
  const fence = /^(`{3,}|~{3,})[ \t]*([^\s`]*)[ \t]*$/.exec(line);
  if (fence) {
    if (lines.length < 2 || !(lines.at(-1) ?? "").startsWith(fence[1] ?? "")) return undefined;
    return { kind: "code", language: fence[2] ?? "", text: lines.slice(1, -1).join("\n") };
  }
  if (FENCE.test(line)) return undefined;
  if (RULE.test(line)) return { kind: "rule" };
  const heading = HEADING.exec(line);
  if (heading) {
    const spans = readSpans(heading[2] ?? "");
    return spans && spans.length > 0 ? { kind: "heading", level: heading[1]?.length ?? 1, spans } : undefined;
  }
  if (POINT.test(line)) return readList(lines, 1);
  if (QUOTE.test(line)) return readQuote(lines);
  if (/^(?: {4}|\t| {0,3}<[a-z/!?])/i.test(line) || REFERENCE.test(line)) return undefined;
  if (line.includes("|") && TABLE_RULE.test(lines[1] ?? "")) return readTable(lines);
  if (lines.length > 1 && UNDERLINE.test(lines.at(-1) ?? "")) return undefined;
  const spans = readSpans(lines.map((one) => one.trimStart()).join("\n"));
  return spans && { kind: "paragraph", spans: trimmed(spans) };
}

function readQuote(lines: readonly string[]): Block | undefined {
  if (!lines.every((line) => QUOTE.test(line))) return undefined;
  const inside = readBlocks(lines.map((line) => line.replace(/^ {0,3}> ?/, "")).join("\n")).blocks;
  const blocks = inside.map(({ block }) => block);
  return blocks.length > 0 && blocks.every(({ kind }) => kind === "paragraph")
    ? { kind: "quote", blocks }
    : undefined;
}

function readList(lines: readonly string[], depth: number): List | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const items: Item[] = [];
  const first = POINT.exec(lines[0] ?? "");
  if (!first) return undefined;
  let at = 0;
  while (at < lines.length) {
    const point = POINT.exec(lines[at] ?? "");
    if (!point) return undefined;
    const width =
      point[3] === undefined ? (point[1]?.length ?? 0) + (point[2]?.length ?? 0) + 1 : point[0].length;
    const own = [(lines[at] ?? "").slice(point[0].length)];
    at += 1;
    for (; at < lines.length; at += 1) {
      const line = lines[at] ?? "";
      const indent = line.length - line.trimStart().length;
      if (!isBlank(line) && indent < width && POINT.test(line)) break;
      own.push(isBlank(line) ? "" : line.slice(Math.min(indent, width)));
    }
    const item = readItem(own, depth);
    if (!item) return undefined;
    items.push(item);
  }
  const number = /^\d+/.exec(first[2] ?? "")?.[0];
  return { kind: "list", ...(number === undefined ? {} : { start: Number(number) }), items };
}

/** An item of a list: a text, then nested lists. */
function readItem(lines: readonly string[], depth: number): Item | undefined {
  const text = lines.join("\n").trim();
  if (text === "") return { spans: [], lists: [] };
  const parts = text.split("\n");
  const end = blockEnd(parts, 0);
  const paragraph = read(parts.slice(0, end).join("\n"));
  if (paragraph?.kind !== "paragraph") return undefined;
  const lists: List[] = [];
  let at = end;
  while (at < parts.length) {
    if (isBlank(parts[at])) {
      at += 1;
      continue;
    }
    const stop = blockEnd(parts, at);
    const list = POINT.test(parts[at] ?? "") ? readList(parts.slice(at, stop), depth + 1) : undefined;
    if (!list) return undefined;
    lists.push(list);
    at = stop;
  }
  return { spans: paragraph.spans, lists };
}

/** The cells of a row. */
function cellsOf(line: string): string[] {
  const inside = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inside.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function readTable(lines: readonly string[]): Block | undefined {
  const align = cellsOf(lines[1] ?? "").map((rule): Align => {
    const [left, right] = [rule.startsWith(":"), rule.endsWith(":")];
    return left && right ? "center" : left ? "left" : right ? "right" : "";
  });
  if (cellsOf(lines[0] ?? "").length !== align.length) return undefined;
  const rows: Span[][][] = [];
  for (const line of [lines[0] ?? "", ...lines.slice(2)]) {
    const cells = cellsOf(line).slice(0, align.length);
    while (cells.length < align.length) cells.push("");
    const read = cells.map((cell) => readSpans(cell));
    if (read.includes(undefined)) return undefined;
    rows.push(read as Span[][]);
  }
  return { kind: "table", align, rows };
}

/** The source of a block, with backslashes only where the text would be read as marks without them. */
export function writeBlock(block: Block): string {
  const plain = write(block, false);
  return block.kind === "source" || isSame(block, plain) ? plain : write(block, true);
}

function write(block: Block, escaped: boolean): string {
  switch (block.kind) {
    case "paragraph":
      return writeSpans(block.spans, escaped);
    case "heading":
      return `${"#".repeat(block.level)} ${writeSpans(block.spans, escaped)}`;
    case "list":
      return writeList(block, escaped).join("\n");
    case "quote":
      return block.blocks
        .map((inside) => write(inside, escaped))
        .join("\n\n")
        .split("\n")
        .map((line) => (line === "" ? ">" : `> ${line}`))
        .join("\n");
    case "code": {
      let fence = "```";
      while (block.text.includes(fence)) fence += "`";
      return [fence + block.language, block.text, fence].join("\n");
    }
    case "table": {
      const rule = { "": "---", left: ":--", center: ":-:", right: "--:" };
      const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
      const cell = (spans: Span[]) =>
        writeSpans(spans, escaped)
          .replace(/ {2}\n/g, " ")
          .replaceAll("|", "\\|");
      const [head = [], ...rows] = block.rows.map((cells) => row(cells.map(cell)));
      return [head, row(block.align.map((one) => rule[one])), ...rows].join("\n");
    }
    case "rule":
      return "---";
    case "source":
      return block.text;
  }
}

function writeList(list: List, escaped: boolean): string[] {
  return list.items.flatMap((item, at) => {
    const mark = list.start === undefined ? "- " : `${String(list.start + at)}. `;
    const indent = " ".repeat(mark.length);
    const own = writeSpans(item.spans, escaped).split("\n");
    const inside = item.lists.flatMap((nested) => writeList(nested, escaped));
    const [first = "", ...others] = [...own, ...inside];
    return [
      (mark + first).trimEnd() === mark.trimEnd() ? mark.trimEnd() : mark + first,
      ...others.map((line) => indent + line),
    ];
  });
}
