// The parts of a drawn slide that can be edited: where they are, and how their text is set.

import type { FieldDeclaration } from "../../lib/api-types";
import { declarationAt, isText, plain } from "../store/catalogue";

/** Size of a slide in its own units. */
export const WIDTH = 1920;
export const HEIGHT = 1080;

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface SlideNode {
  /** Inside the content: `items.2.title`. */
  field: string;
  kind: "text" | "picture" | "other";
  /** In units of the slide. */
  box: Box;
  label: string;
  /** What it shows, for its name. */
  text: string;
}

/** The editable parts of a drawing, in reading order. */
export function nodesOf(root: ParentNode, fields: readonly FieldDeclaration[]): SlideNode[] {
  const section = root.querySelector(".slide");
  if (!section) return [];
  const frame = section.getBoundingClientRect();
  const scale = frame.width / WIDTH || 1;
  const nodes = new Map<string, SlideNode>();
  for (const [element, field] of parts(root, fields)) {
    const declared = declarationAt(fields, field);
    if (!declared) continue;
    const kind = isText(declared) ? "text" : declared.type === "image" ? "picture" : "other";
    if (
      kind === "text" &&
      element.dataset["kind"] !== "text" &&
      element.tagName !== "TD" &&
      element.tagName !== "TH"
    )
      continue;
    const rect = element.getBoundingClientRect();
    if (rect.width === 0 || rect.height === 0) continue;
    const box = {
      left: (rect.left - frame.left) / scale,
      top: (rect.top - frame.top) / scale,
      width: rect.width / scale,
      height: rect.height / scale,
    };
    const known = nodes.get(field);
    const text = kind === "picture" ? "" : plain(element.textContent ?? "").slice(0, 80);
    if (known) known.box = kind === "text" ? known.box : union(known.box, box);
    else nodes.set(field, { field, kind, box, label: declared.label, text });
  }
  return [...nodes.values()];
}

/** Elements with the field they show; the cells of a table by their row and column. */
function* parts(root: ParentNode, fields: readonly FieldDeclaration[]): Generator<[HTMLElement, string]> {
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

/** The element that shows a field. */
export function elementOf(
  root: ParentNode,
  field: string,
  fields: readonly FieldDeclaration[],
): HTMLElement | undefined {
  for (const [element, own] of parts(root, fields)) {
    if (own !== field) continue;
    if (
      ["text", undefined].includes(element.dataset["kind"]) ||
      declarationAt(fields, field)?.type === "image"
    )
      return element;
  }
  return undefined;
}

/** A block of a Markdown text: what it says stands between two places of the field. */
export interface Block {
  from: number;
  to: number;
  element: HTMLElement;
}

/** The blocks that a drawing shows of a field, in reading order. */
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

/** The block under a point, or the one whose lines are nearest above or below it. */
export function blockAt(root: ParentNode, field: string, x: number, y: number): Block | undefined {
  const away = ({ element }: Block) => {
    const rects = linesOf(element).map((line) => line.getBoundingClientRect());
    const far = (at: number, low: number, high: number) => Math.max(low - at, 0, at - high);
    return Math.min(
      ...rects.map((rect) => far(y, rect.top, rect.bottom) + far(x, rect.left, rect.right) / 100),
    );
  };
  const blocks = blocksOf(root, field).map((block) => ({ block, away: away(block) }));
  return blocks.sort((a, b) => a.away - b.away)[0]?.block;
}

/** The lines of a text, without those of blocks inside it. */
function linesOf(element: HTMLElement): HTMLElement[] {
  const block = (line: Element) => line.closest("[data-from]");
  const own = element.dataset["from"] === undefined ? undefined : element;
  return [...element.querySelectorAll<HTMLElement>(".l, .r")].filter(
    (line) => !line.hasAttribute("aria-hidden") && (!own || block(line) === own),
  );
}

/** How a text is set, so that what is typed over it looks the same. In units of the slide. */
export interface Setting {
  box: Box;
  font: string;
  lineHeight: number;
  color: string;
  letterSpacing: string;
  align: "left" | "center" | "right";
  /** What lies behind it, for a text that grows over its neighbours. */
  ground: string;
}

/** The setting of a drawn text; nothing when it shows none. */
export function settingOf(element: HTMLElement, frame: DOMRect): Setting | undefined {
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
  const tops = [...new Set(lines.map((line) => Math.round(line.getBoundingClientRect().top)))].sort(
    (a, b) => a - b,
  );
  const height = rect.height / scale;
  const usual = Number.parseFloat(style.lineHeight) || Number.parseFloat(style.fontSize) * 1.2;
  // Lines of one paragraph are nearer to each other than paragraphs are.
  const steps = tops.slice(1).map((top, at) => (top - (tops[at] ?? 0)) / scale);
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
    align: alignment(lines, rect),
    ground: groundOf(element, style.color),
  };
}

/** Where a block stands: as high as its lines, and as wide as its node beside what hangs before it. */
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

/** The backdrop where it is one colour; else light or dark, as the text is not. */
function groundOf(element: HTMLElement, color: string): string {
  const backdrop = element.closest(".canvas")?.querySelector(".b");
  const own = backdrop ? getComputedStyle(backdrop) : undefined;
  if (own && own.backgroundImage === "none" && /^rgb\(/.test(own.backgroundColor)) return own.backgroundColor;
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return red * 0.3 + green * 0.6 + blue * 0.1 > 128 ? "rgb(12 24 26)" : "rgb(255 255 255)";
}

/** Lines are placed one by one, so how they are aligned shows in where they begin and end. */
function alignment(lines: HTMLElement[], rect: DOMRect): Setting["align"] {
  const left = Math.min(...lines.map((line) => line.getBoundingClientRect().left)) - rect.left;
  const right = rect.right - Math.max(...lines.map((line) => line.getBoundingClientRect().right));
  if (left < 3) return "left";
  return Math.abs(left - right) < Math.max(3, rect.width * 0.02) ? "center" : right < 3 ? "right" : "left";
}

/** Where in a field's text a point is: the offset by the server's line and the letter under the point. */
export function caretAt(root: ShadowRoot, x: number, y: number, value: string): number | "end" {
  const found = document.caretPositionFromPoint?.(x, y, { shadowRoots: [root] });
  const line = found?.offsetNode.parentElement?.closest<HTMLElement>(".l, .r");
  if (!found || !line) return "end";
  const at = Number(line.dataset["at"] ?? 0);
  const text = line.textContent ?? "";
  // In Markdown the line counts from its paragraph, without marks: the words themselves say where it is.
  const begins = value.startsWith(text, at) ? at : value.indexOf(text.trim());
  return begins < 0 ? "end" : Math.min(value.length, begins + found.offset);
}
