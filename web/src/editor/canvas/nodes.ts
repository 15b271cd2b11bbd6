// The editable elements of a drawn slide: their position and the style of their text.

import type { FieldDeclaration } from "../../lib/api-types";
import { declarationAt, isText, plainText } from "../store/catalogue";

/** The size of a slide in slide units. */
export const WIDTH = 1920;
export const HEIGHT = 1080;

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface SlideNode {
  /** A path inside the content, such as `items.2.title`. */
  field: string;
  kind: "text" | "picture" | "other";
  /** In slide units. */
  box: Box;
  label: string;
  /** The text, for the accessible name. */
  text: string;
}

/** The editable elements of a drawing in reading order. */
export function nodesOf(root: ParentNode, fields: readonly FieldDeclaration[]): SlideNode[] {
  const section = root.querySelector(".slide");
  if (!section) return [];
  const frame = section.getBoundingClientRect();
  const scale = frame.width / WIDTH || 1;
  const nodes = new Map<string, SlideNode>();
  for (const [element, field] of fieldElements(root, fields)) {
    const declaration = declarationAt(fields, field);
    if (!declaration) continue;
    const kind = isText(declaration) ? "text" : declaration.type === "image" ? "picture" : "other";
    if (
      kind === "text" &&
      element.dataset["kind"] !== "text" &&
      element.tagName !== "TD" &&
      element.tagName !== "TH"
    )
      continue;
    // A figure has no height of its own: it is as large as its shapes.
    const parts =
      element.tagName === "FIGURE" ? element.querySelectorAll(":is(.s, .n):not(.sr *)") : [element];
    const boxes = [...parts]
      .map((part) => part.getBoundingClientRect())
      .filter(({ width, height }) => width > 0 && height > 0)
      .map(({ left, top, width, height }) => ({
        left: (left - frame.left) / scale,
        top: (top - frame.top) / scale,
        width: width / scale,
        height: height / scale,
      }));
    if (boxes.length === 0) continue;
    const box = boxes.reduce(union);
    const known = nodes.get(field);
    const text = kind === "picture" ? "" : plainText(element.textContent ?? "").slice(0, 80);
    if (known) known.box = kind === "text" ? known.box : union(known.box, box);
    else nodes.set(field, { field, kind, box, label: declaration.label, text });
  }
  return [...nodes.values()];
}

/** Elements with their field. Cells of a table have one each. */
function* fieldElements(
  root: ParentNode,
  fields: readonly FieldDeclaration[],
): Generator<[HTMLElement, string]> {
  for (const element of root.querySelectorAll<HTMLElement>("[data-field]")) {
    const field = element.dataset["field"] ?? "";
    const columns = declarationAt(fields, field)?.itemFields;
    if (element.dataset["kind"] !== "table" || !columns) {
      yield [element, field];
      continue;
    }
    for (const [row, line] of [...element.querySelectorAll("tr")].entries()) {
      for (const [column, cell] of [...line.querySelectorAll<HTMLElement>("td, th")].entries()) {
        const key = columns[column]?.key;
        if (key) yield [cell, `${field}.${String(row)}.${key}`];
      }
    }
  }
}

function union(a: Box, b: Box): Box {
  const [left, top] = [Math.min(a.left, b.left), Math.min(a.top, b.top)];
  const right = Math.max(a.left + a.width, b.left + b.width);
  const bottom = Math.max(a.top + a.height, b.top + b.height);
  return { left, top, width: right - left, height: bottom - top };
}

/** The element that shows a text or a picture; undefined where it is not drawn. */
export function elementOf(
  root: ParentNode,
  field: string,
  fields: readonly FieldDeclaration[],
): HTMLElement | undefined {
  for (const [element, own] of fieldElements(root, fields)) {
    if (own !== field) continue;
    if (
      ["text", undefined].includes(element.dataset["kind"]) ||
      declarationAt(fields, field)?.type === "image"
    )
      return element;
  }
  return undefined;
}

/** A block of a Markdown text, from one offset of the field to another. */
export interface Block {
  from: number;
  to: number;
  element: HTMLElement;
}

/** The blocks of a field in reading order. */
export function blocksOf(root: ParentNode, field: string): Block[] {
  const name = CSS.escape(field);
  const found = root.querySelectorAll<HTMLElement>(
    `[data-field="${name}"][data-from], [data-field="${name}"] [data-from]`,
  );
  const place = (element: HTMLElement) => ({
    from: Number(element.dataset["from"]),
    to: Number(element.dataset["to"]),
    element,
  });
  return [...found].map(place).filter(({ element }) => linesOf(element).length > 0);
}

/**
 * The part of a text that the block at a point, or the nearest one, was drawn from. Spaces at the end of the text
 * belong to the last block, although they are not drawn: what is typed there comes after them.
 */
export function partOf(
  blocks: Block[],
  text: string,
  x: number,
  y: number,
): { from: number; to: number } | undefined {
  const block = nearest(blocks, x, y);
  if (!block || block.to > text.length) return undefined;
  const isLast = text.slice(block.to).trim() === "";
  return { from: block.from, to: isLast ? text.length : block.to };
}

function nearest(blocks: Block[], x: number, y: number): Block | undefined {
  const distance = ({ element }: Block) => {
    const rects = linesOf(element).map((line) => line.getBoundingClientRect());
    const outside = (at: number, low: number, high: number) => Math.max(low - at, 0, at - high);
    return Math.min(
      ...rects.map((rect) => outside(y, rect.top, rect.bottom) + outside(x, rect.left, rect.right) / 100),
    );
  };
  const measured = blocks.map((block) => ({ block, distance: distance(block) }));
  return measured.sort((a, b) => a.distance - b.distance)[0]?.block;
}

/** The lines of a text, without those of nested blocks. */
function linesOf(element: HTMLElement): HTMLElement[] {
  const block = (line: Element) => line.closest("[data-from]");
  const own = element.dataset["from"] === undefined ? undefined : element;
  return [...element.querySelectorAll<HTMLElement>(".l, .r")].filter(
    (line) => !line.hasAttribute("aria-hidden") && (!own || block(line) === own),
  );
}

/** The style of a text in slide units, so that the text box looks the same. */
export interface TextStyle {
  box: Box;
  font: string;
  lineHeight: number;
  color: string;
  letterSpacing: string;
  /** The distance of the first line from the top of the box. */
  shift: number;
  /** The width of each line. */
  lines: number[];
  align: "left" | "center" | "right";
  /** The background, for a text that grows over its neighbours. */
  ground: string;
}

/** The style of a drawn text; undefined where it has no line. */
export function textStyleOf(element: HTMLElement, frame: DOMRect): TextStyle | undefined {
  const scale = frame.width / WIDTH || 1;
  const lines = linesOf(element);
  const first = lines[0];
  if (!first) return undefined;
  const rect =
    element.matches("li, p, h2, h3, h4, h5, h6") && element.dataset["from"] !== undefined
      ? blockRect(element, lines)
      : (element.matches("td, th")
          ? (element.querySelector<HTMLElement>(".n") ?? element)
          : element
        ).getBoundingClientRect();
  const style = getComputedStyle(first);
  const rows = rowsOf(lines.map((line) => line.getBoundingClientRect()));
  const height = rect.height / scale;
  const usual = Number.parseFloat(style.lineHeight) || Number.parseFloat(style.fontSize) * 1.2;
  // Lines of one paragraph are closer to each other than paragraphs are.
  const middles = rows.map(({ top, bottom }) => (top + bottom) / 2);
  const steps = middles.slice(1).map((middle, at) => (middle - (middles[at] ?? 0)) / scale);
  const near = Math.min(...steps.filter((step) => step > usual / 2));
  const lineHeight =
    steps.length > 0 ? Math.min(near, usual * 1.45) : Math.min(Math.max(height, usual * 0.8), usual * 1.3);
  return {
    box: {
      left: (rect.left - frame.left) / scale,
      top: (rect.top - frame.top) / scale,
      width: rect.width / scale,
      height,
    },
    font: `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`,
    lineHeight,
    color: style.color,
    letterSpacing: style.letterSpacing,
    shift: ((middles[0] ?? rect.top) - rect.top) / scale - lineHeight / 2,
    lines: rows.map(({ left, right }) => (right - left) / scale),
    align: alignment(lines, rect),
    ground: backgroundOf(element, style.color),
  };
}

/** The style of a cell without text: that of another cell of its row, or of its table. */
export function cellStyleOf(cell: HTMLElement, frame: DOMRect): TextStyle | undefined {
  if (!cell.matches("td, th")) return undefined;
  const others = [cell.parentElement, cell.closest("table")].flatMap((place) => [
    ...(place?.querySelectorAll<HTMLElement>("td, th") ?? []),
  ]);
  const other = others.find((other) => linesOf(other).length > 0);
  const found = other && textStyleOf(other, frame);
  if (!found) return undefined;
  const scale = frame.width / WIDTH || 1;
  const [own, rect] = [cell.getBoundingClientRect(), other.getBoundingClientRect()];
  const box = {
    left: found.box.left + (own.left - rect.left) / scale,
    top: found.box.top + (own.top - rect.top) / scale,
    width: found.box.width + (own.width - rect.width) / scale,
    height: found.box.height,
  };
  return { ...found, box, lines: [], ground: backgroundOf(cell, found.color) };
}

type Row = Record<"left" | "right" | "top" | "bottom", number>;

/** The drawn lines. A line with marks or a unit consists of several pieces, and is as high as the highest of them. */
export function rowsOf(pieces: readonly Row[]): Row[] {
  const rows: Row[] = [];
  for (const { left, right, top, bottom } of pieces) {
    const isBeside = (row: Row) => {
      const [middle, other] = [top + bottom, row.top + row.bottom];
      return (row.top * 2 < middle && middle < row.bottom * 2) || (top * 2 < other && other < bottom * 2);
    };
    const row = rows.find(isBeside);
    if (!row) {
      rows.push({ left, right, top, bottom });
      continue;
    }
    row.left = Math.min(row.left, left);
    row.right = Math.max(row.right, right);
    if (bottom - top > row.bottom - row.top) [row.top, row.bottom] = [top, bottom];
  }
  return rows.sort((a, b) => a.top - b.top);
}

/** The box of a block: the height of its lines, and the width of its node without bullets and numbers. */
function blockRect(element: HTMLElement, lines: HTMLElement[]): DOMRect {
  const node = (element.closest("[data-node]") ?? element).getBoundingClientRect();
  const rects = lines.map((line) => line.getBoundingClientRect());
  const top = Math.min(...rects.map((rect) => rect.top));
  const bottom = Math.max(...rects.map((rect) => rect.bottom));
  const [left, right] = [
    Math.min(...rects.map((rect) => rect.left)),
    Math.max(...rects.map((rect) => rect.right)),
  ];
  if (getComputedStyle(element).direction === "rtl")
    return new DOMRect(node.left, top, right - node.left, bottom - top);
  const isCentred = left - node.left > 3 && Math.abs(left - node.left - (node.right - right)) < 3;
  const start = isCentred && !element.matches("li") ? node.left : left;
  return new DOMRect(start, top, node.right - start, bottom - top);
}

/** The backdrop where it is one colour; otherwise light or dark, in contrast to the text. */
function backgroundOf(element: HTMLElement, color: string): string {
  const backdrop = element.closest(".canvas")?.querySelector(".b");
  const own = backdrop ? getComputedStyle(backdrop) : undefined;
  if (own && own.backgroundImage === "none" && /^rgb\(/.test(own.backgroundColor)) return own.backgroundColor;
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return red * 0.3 + green * 0.6 + blue * 0.1 > 128 ? "rgb(12 24 26)" : "rgb(255 255 255)";
}

/** Lines are positioned one by one, so the alignment follows from their start and end. */
function alignment(lines: HTMLElement[], rect: DOMRect): TextStyle["align"] {
  const left = Math.min(...lines.map((line) => line.getBoundingClientRect().left)) - rect.left;
  const right = rect.right - Math.max(...lines.map((line) => line.getBoundingClientRect().right));
  if (left < 3) return "left";
  return Math.abs(left - right) < Math.max(3, rect.width * 0.02) ? "center" : right < 3 ? "right" : "left";
}

/** The offset in a field's text at a point, from the server's line and the character under the point. */
export function caretAt(root: ShadowRoot, x: number, y: number, value: string): number | "end" {
  const found = document.caretPositionFromPoint?.(x, y, { shadowRoots: [root] });
  const line = found?.offsetNode.parentElement?.closest<HTMLElement>(".l, .r");
  if (!found || !line) return "end";
  const at = Number(line.dataset["at"] ?? 0);
  const text = line.textContent ?? "";
  // In Markdown the offset of a line is that in its paragraph, without marks, so the line is searched for.
  const begins = value.startsWith(text, at) ? at : value.indexOf(text.trim());
  return begins < 0 ? "end" : Math.min(value.length, begins + found.offset);
}
