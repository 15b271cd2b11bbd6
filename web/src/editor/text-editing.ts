// Editing of Markdown text: marks, lists, and lines pasted into a list.

import type { Content } from "../lib/api-types";

/** A text with its selection. */
export interface TextSelection {
  text: string;
  from: number;
  to: number;
}

const MARKS = { b: "**", i: "*", c: "`" } as const;

/** Adds or removes a mark around the selection; `k` makes it a link. */
export function toggleMark({ text, from, to }: TextSelection, key: "b" | "i" | "k" | "c"): TextSelection {
  const inside = text.slice(from, to);
  if (key === "k") {
    const isAddress = /^(https?:|mailto:)\S+$/.test(inside);
    const inserted = isAddress ? `[](${inside})` : `[${inside}](https://)`;
    const at = isAddress ? from + 1 : from + inserted.length - 1;
    return { text: text.slice(0, from) + inserted + text.slice(to), from: at, to: at };
  }
  const mark = MARKS[key];
  const size = mark.length;
  // Two asterisks are bold, one or three are italic.
  const asterisks = /\**$/.exec(text.slice(0, from))?.[0].length ?? 0;
  const isMarked = text.slice(from - size, from) === mark && text.slice(to, to + size) === mark;
  if (isMarked && (key !== "i" || asterisks % 2 === 1)) {
    return {
      text: text.slice(0, from - size) + inside + text.slice(to + size),
      from: from - size,
      to: to - size,
    };
  }
  return {
    text: text.slice(0, from) + mark + inside + mark + text.slice(to),
    from: from + size,
    to: to + size,
  };
}

/** The line that contains an offset. */
function lineAt(text: string, at: number): { start: number; line: string } {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", at);
  return { start, line: text.slice(start, end < 0 ? undefined : end) };
}

/** The part in which two texts differ: `from..to` in the first, `from..end` in the second. */
export function changedPart(before: string, after: string): { from: number; to: number; end: number } {
  let from = 0;
  while (from < before.length && from < after.length && before[from] === after[from]) from += 1;
  let [to, end] = [before.length, after.length];
  while (to > from && end > from && before[to - 1] === after[end - 1]) [to, end] = [to - 1, end - 1];
  return { from, to, end };
}

/** An offset after the text was changed elsewhere. An offset behind the change moves with the text. */
export function shiftedOffset(before: string, after: string, at: number): number {
  const { from, to, end } = changedPart(before, after);
  if (at <= from) return at;
  return at >= to ? at + end - to : Math.min(at, end);
}

const LIST_ITEM = /^(\s*)([-*+]|(\d+)[.)])(\s+)/;

/** Enter in the text of a list item: adds an item, or ends the list at an empty one. Undefined elsewhere. */
export function continueList({ text, from, to }: TextSelection): TextSelection | undefined {
  const { start, line } = lineAt(text, from);
  const item = LIST_ITEM.exec(line);
  if (!item) return undefined;
  const [begin, indent = "", mark = "-", number, space = " "] = item;
  // Before its text, Enter moves the item down.
  if (from - start < begin.length && line.slice(begin.length).trim() !== "") return undefined;
  if (line.slice(begin.length).trim() === "") {
    // Without an empty line, what follows would belong to the last item.
    const at = start > 0 ? start + 1 : start;
    const gap = start > 0 ? "\n" : "";
    return { text: text.slice(0, start) + gap + text.slice(start + line.length), from: at, to: at };
  }
  const next = number ? `${String(Number(number) + 1)}${mark.slice(number.length)}` : mark;
  const inserted = `\n${indent}${next}${space}`;
  const at = from + inserted.length;
  return { text: text.slice(0, from) + inserted + text.slice(to), from: at, to: at };
}

/**
 * Enter in a paragraph: begins another one, or with `isSoft` another line of it, since Markdown joins lines that only a
 * line break separates. Undefined in an empty line, a table and code, and for another paragraph in a list.
 */
export function breakParagraph(
  { text, from, to }: TextSelection,
  isSoft: boolean,
): TextSelection | undefined {
  const { start, line } = lineAt(text, from);
  const isCode = (text.slice(0, start).match(/^\s*```/gm)?.length ?? 0) % 2 === 1 || /^\s*```/.test(line);
  if (isCode || /^\s*(\||$)/.test(line) || (!isSoft && LIST_ITEM.test(line))) return undefined;
  const inserted = isSoft ? "  \n" : "\n\n";
  const at = from + inserted.length;
  return { text: text.slice(0, from) + inserted + text.slice(to), from: at, to: at };
}

/** Tab in a list: changes the indentation. Undefined outside a list. */
export function indent({ text, from, to }: TextSelection, out: boolean): TextSelection | undefined {
  const { start, line } = lineAt(text, from);
  if (!LIST_ITEM.test(line)) return undefined;
  const by = out ? Math.min(2, line.length - line.trimStart().length) : 2;
  const moved = out ? line.slice(by) : `  ${line}`;
  const shift = out ? -by : by;
  return {
    text: text.slice(0, start) + moved + text.slice(start + line.length),
    from: Math.max(start, from + shift),
    to: Math.max(start, to + shift),
  };
}

/** Adds or removes list marks before the selected lines. */
export function toggleList({ text, from, to }: TextSelection, kind: "bullets" | "numbers"): TextSelection {
  const { start } = lineAt(text, from);
  const stop = text.indexOf("\n", to);
  const end = stop < 0 ? text.length : stop;
  const lines = text.slice(start, end).split("\n");
  const isList = lines.every((line) => LIST_ITEM.test(line));
  const plain = lines.map((line) => line.replace(LIST_ITEM, "$1"));
  const inserted = isList
    ? plain
    : plain.map((line, at) => `${kind === "numbers" ? `${String(at + 1)}.` : "-"} ${line}`);
  const joined = inserted.join("\n");
  return { text: text.slice(0, start) + joined + text.slice(end), from: start, to: start + joined.length };
}

/** The list items of several pasted lines, without their list markers; undefined for a single line. */
export function splitPoints(text: string): string[] | undefined {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/^\s*([-*+•]|\d+[.)])\s+/, "").trim());
  const points = lines.filter(Boolean);
  return points.length > 1 ? points : undefined;
}

/**
 * A list with pasted lines: the first becomes the text of the entry at `at`, the others follow as far as there is
 * space. `leftOut` is the number of lines without space.
 */
export function insertLines(
  entries: readonly Content[],
  at: number,
  key: string,
  lines: readonly string[],
  most: number,
): { entries: Content[]; leftOut: number } {
  const room = Math.max(1, most - entries.length + 1);
  const [first = "", ...others] = lines.slice(0, room);
  const inserted = [{ ...entries[at], [key]: first }, ...others.map((line) => ({ [key]: line }))];
  return {
    entries: [...entries.slice(0, at), ...inserted, ...entries.slice(at + 1)],
    leftOut: Math.max(0, lines.length - room),
  };
}
