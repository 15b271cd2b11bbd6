// What keys do in a text: marks of Markdown, lists that go on, several lines pasted into a list.

import type { Content } from "../lib/api-types";

/** A text with its selection. */
export interface Typed {
  text: string;
  from: number;
  to: number;
}

const MARKS = { b: "**", i: "*", c: "`" } as const;

/** Puts a mark around the selection, or takes it away; `k` makes a link of it. */
export function marked({ text, from, to }: Typed, key: "b" | "i" | "k" | "c"): Typed {
  const inside = text.slice(from, to);
  if (key === "k") {
    const isAddress = /^(https?:|mailto:)\S+$/.test(inside);
    const made = isAddress ? `[](${inside})` : `[${inside}](https://)`;
    const at = isAddress ? from + 1 : from + made.length - 1;
    return { text: text.slice(0, from) + made + text.slice(to), from: at, to: at };
  }
  const mark = MARKS[key];
  const size = mark.length;
  if (text.slice(from - size, from) === mark && text.slice(to, to + size) === mark) {
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

/** The line the selection begins in. */
function lineAt(text: string, at: number): { start: number; line: string } {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", at);
  return { start, line: text.slice(start, end < 0 ? undefined : end) };
}

const POINT = /^(\s*)([-*+]|(\d+)[.)])(\s+)/;

/** Enter in a list: the next point, or out of the list from an empty one. Nothing outside a list. */
export function afterEnter({ text, from, to }: Typed): Typed | undefined {
  const { start, line } = lineAt(text, from);
  const point = POINT.exec(line);
  if (!point) return undefined;
  const [begin, indent = "", mark = "-", number, space = " "] = point;
  if (line.slice(begin.length).trim() === "") {
    return { text: text.slice(0, start) + text.slice(start + line.length), from: start, to: start };
  }
  const next = number ? `${String(Number(number) + 1)}${mark.slice(number.length)}` : mark;
  const made = `\n${indent}${next}${space}`;
  const at = from + made.length;
  return { text: text.slice(0, from) + made + text.slice(to), from: at, to: at };
}

/** Tab in a list: one level in, or out. Nothing outside a list. */
export function indented({ text, from, to }: Typed, out: boolean): Typed | undefined {
  const { start, line } = lineAt(text, from);
  if (!POINT.test(line)) return undefined;
  const by = out ? Math.min(2, line.length - line.trimStart().length) : 2;
  const moved = out ? line.slice(by) : `  ${line}`;
  const shift = out ? -by : by;
  return {
    text: text.slice(0, start) + moved + text.slice(start + line.length),
    from: Math.max(start, from + shift),
    to: Math.max(start, to + shift),
  };
}

/** Puts a mark of a list before each selected line, or takes it away. */
export function listed({ text, from, to }: Typed, kind: "bullets" | "numbers"): Typed {
  const { start } = lineAt(text, from);
  const stop = text.indexOf("\n", to);
  const end = stop < 0 ? text.length : stop;
  const lines = text.slice(start, end).split("\n");
  const has = lines.every((line) => POINT.test(line));
  const bare = lines.map((line) => line.replace(POINT, "$1"));
  const made = has
    ? bare
    : bare.map((line, at) => `${kind === "numbers" ? `${String(at + 1)}.` : "-"} ${line}`);
  const joined = made.join("\n");
  return { text: text.slice(0, start) + joined + text.slice(end), from: start, to: start + joined.length };
}

/** The points of several pasted lines, without their marks; nothing for a single line. */
export function pastedPoints(text: string): string[] | undefined {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/^\s*([-*+•]|\d+[.)])\s+/, "").trim());
  const said = lines.filter(Boolean);
  return said.length > 1 ? said : undefined;
}

/**
 * A list with lines from elsewhere: the first becomes the text of the entry they were pasted into, the others follow as
 * far as there is room. `left` says how many there was none for.
 */
export function withLines(
  entries: readonly Content[],
  at: number,
  key: string,
  lines: readonly string[],
  most: number,
): { entries: Content[]; left: number } {
  const room = Math.max(1, most - entries.length + 1);
  const [first = "", ...others] = lines.slice(0, room);
  const made = [{ ...entries[at], [key]: first }, ...others.map((line) => ({ [key]: line }))];
  return {
    entries: [...entries.slice(0, at), ...made, ...entries.slice(at + 1)],
    left: Math.max(0, lines.length - room),
  };
}
