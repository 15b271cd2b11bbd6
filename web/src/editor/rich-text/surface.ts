// A Markdown text as elements that can be edited, and back.
//
// The elements are edited by the browser, so that any mixture of them may come back. A block that was not changed keeps
// its source to the letter.

import {
  readBlocks,
  writeBlock,
  type Align,
  type Block,
  type Item,
  type List,
  type SourceBlock,
} from "./blocks";
import { tidy, trimmed, type Span } from "./spans";

/** What each element was made from. */
const origins = new WeakMap<Node, SourceBlock & { written: string; previous: Node | null }>();

/** Replaces the content of an element by the blocks of a text. */
export function showText(surface: HTMLElement, text: string) {
  const { blocks, after } = readBlocks(text);
  surface.replaceChildren();
  for (const own of blocks) {
    const element = blockElement(own.block);
    const previous = surface.lastChild;
    surface.append(element);
    const [read] = blocksOf([element]);
    origins.set(element, { ...own, written: read ? writeBlock(read) : "", previous });
  }
  const spaces = / +$/.exec(text)?.[0];
  if (spaces && blocks.length > 0) lastLine(surface)?.append(spaces);
  if (blocks.length === 0) surface.append(blockElement({ kind: "paragraph", spans: [] }));
  surface.dataset["after"] = after;
}

/** The last line of text, in which the user continues to type. Spaces at its end are kept: the next word needs them. */
function lastLine(surface: HTMLElement): HTMLElement | undefined {
  const lines = surface.querySelectorAll<HTMLElement>("p, li, h1, h2, h3, h4, h5, h6");
  const last = [...lines].at(-1);
  return last && !last.closest("pre, table") && surface.lastElementChild?.contains(last) ? last : undefined;
}

/** Elements for a text that is pasted. */
export function elementsFor(blocks: readonly Block[]): DocumentFragment {
  const fragment = document.createDocumentFragment();
  fragment.append(...blocks.map(blockElement));
  return fragment;
}

/** The blocks of a text, for pasting. */
export function blocksIn(text: string): Block[] {
  return readBlocks(text.replace(/\r\n?/g, "\n")).blocks.map(({ block }) => block);
}

function make<Name extends keyof HTMLElementTagNameMap>(name: Name, children: Node[] = []) {
  const element = document.createElement(name);
  // Without a line break an empty block has no height and no caret.
  element.append(...(children.length > 0 ? children : [document.createElement("br")]));
  return element;
}

function blockElement(block: Block): HTMLElement {
  switch (block.kind) {
    case "paragraph":
      return make("p", spanNodes(block.spans));
    case "heading":
      return make(`h${String(block.level)}` as "h1", spanNodes(block.spans));
    case "list":
      return listElement(block);
    case "quote":
      return make("blockquote", block.blocks.map(blockElement));
    case "code":
    case "source": {
      const text = block.text === "" ? [] : [document.createTextNode(block.text)];
      const element = make("pre", text);
      if (block.kind === "code") element.dataset["language"] = block.language;
      else element.className = "source";
      return element;
    }
    case "table":
      return tableElement(block.align, block.rows);
    case "rule":
      return document.createElement("hr");
  }
}

function listElement({ start, items }: List): HTMLElement {
  const element = make(
    start === undefined ? "ul" : "ol",
    items.map((item) => {
      const line = make("li", spanNodes(item.spans));
      line.append(...item.lists.map(listElement));
      return line;
    }),
  );
  if (start !== undefined && start !== 1) element.setAttribute("start", String(start));
  return element;
}

/** A table with its cells; an empty one has empty cells. */
export function tableElement(align: readonly Align[], rows: readonly Span[][][]): HTMLElement {
  const line = (cells: readonly Span[][], name: "td" | "th") =>
    make(
      "tr",
      cells.map((cell, at) => {
        const element = make(name, spanNodes(cell));
        if (align[at]) element.style.textAlign = align[at];
        return element;
      }),
    );
  const [head = [], ...others] = rows;
  const body = document.createElement("tbody");
  body.append(line(head, "th"), ...others.map((cells) => line(cells, "td")));
  return make("table", [body]);
}

function spanNodes(spans: readonly Span[]): Node[] {
  const names = { strong: "strong", emphasis: "em", strike: "s" } as const;
  return spans.map((span) => {
    if (span.kind === "text") return document.createTextNode(span.text);
    if (span.kind === "break") return document.createElement("br");
    if (span.kind === "code") return make("code", [document.createTextNode(span.text)]);
    if (span.kind !== "link") return make(names[span.kind], spanNodes(span.spans));
    const link = make("a", spanNodes(span.spans));
    link.setAttribute("href", span.to);
    return link;
  });
}

/** The text that the elements show. */
export function textOf(surface: HTMLElement): string {
  const parts: { gap: string | undefined; source: string; block: Block }[] = [];
  let previous: Node | null = null;
  for (const group of groups([...surface.childNodes])) {
    const [node] = group;
    if (!node) continue;
    const origin = origins.get(node);
    for (const [at, block] of blocksOf(group).entries()) {
      const written = writeBlock(block);
      const isFirst = at === 0 && origin !== undefined;
      parts.push({
        gap: isFirst && origin.previous === previous ? origin.before : undefined,
        source: isFirst && origin.written === written ? origin.source : written,
        block,
      });
    }
    previous = node;
  }
  const last = parts.at(-1);
  const line = lastLine(surface);
  if (last && line)
    last.source =
      last.source.replace(/ +$/, "") +
      (/[ \u00a0]+$/.exec(line.textContent ?? "")?.[0].replaceAll("\u00a0", " ") ?? "");
  const isEnd = previous !== null && previous === surface.lastChild && origins.has(previous);
  const after = isEnd ? (surface.dataset["after"] ?? "") : "";
  const join = (gapOf: (gap: string | undefined) => string) =>
    parts.map(({ gap, source }, at) => (at === 0 ? (gap ?? "") : gapOf(gap)) + source).join("") + after;
  const text = join((gap) => gap ?? "\n\n");
  // Blocks that were edited may need a blank line between them where they needed none.
  const read = JSON.stringify(readBlocks(text).blocks.map(({ block }) => block));
  return read === JSON.stringify(parts.map(({ block }) => block))
    ? text
    : join((gap) => (gap && /\n\s*\n/.test(gap) ? gap : "\n\n"));
}

const BLOCKS = new Set(
  "P DIV UL OL LI H1 H2 H3 H4 H5 H6 BLOCKQUOTE PRE TABLE HR SECTION ARTICLE DL DT DD FIGURE".split(" "),
);
const IGNORED = new Set(
  "SCRIPT STYLE TEMPLATE HEAD META LINK TITLE IFRAME OBJECT IMG SVG VIDEO AUDIO INPUT BUTTON SELECT TEXTAREA".split(
    " ",
  ),
);

const isBlock = (node: Node) => BLOCKS.has(node.nodeName);

/** Each block by itself, and the texts between blocks together. */
function groups(nodes: readonly Node[]): Node[][] {
  const result: Node[][] = [];
  let isOpen = false;
  for (const node of nodes) {
    if (isBlock(node) || !isOpen) result.push([node]);
    else result.at(-1)?.push(node);
    isOpen = !isBlock(node);
  }
  return result;
}

/** The blocks that nodes show. Empty ones are left out. */
export function blocksOf(nodes: readonly Node[]): Block[] {
  return groups(nodes).flatMap((group): Block[] => {
    const [node] = group;
    if (!(node instanceof HTMLElement) || !isBlock(node)) return paragraph(group);
    const heading = /^H([1-6])$/.exec(node.tagName);
    if (heading) {
      const spans = trimmed(spansOf([...node.childNodes]));
      return spans.length > 0 ? [{ kind: "heading", level: Number(heading[1]), spans }] : [];
    }
    switch (node.tagName) {
      case "UL":
      case "OL":
        return lists(node);
      case "LI":
        return lists(make("ul", [node.cloneNode(true)]));
      case "BLOCKQUOTE": {
        const blocks = blocksOf([...node.childNodes]);
        const isPlain = blocks.every(({ kind }) => kind === "paragraph");
        return blocks.length === 0 ? [] : isPlain ? [{ kind: "quote", blocks }] : blocks;
      }
      case "PRE": {
        const text = plainText(node);
        if (node.className === "source") return text.trim() === "" ? [] : [{ kind: "source", text }];
        return text === "" ? [] : [{ kind: "code", language: node.dataset["language"] ?? "", text }];
      }
      case "TABLE":
        return table(node as HTMLTableElement);
      case "HR":
        return [{ kind: "rule" }];
    }
    return blocksOf([...node.childNodes]);
  });
}

function paragraph(nodes: readonly Node[]): Block[] {
  const spans = trimmed(spansOf(nodes));
  return spans.length > 0 ? [{ kind: "paragraph", spans }] : [];
}

/** The lists that an element shows. Browsers put a nested list into an item, or beside it. */
function lists(element: HTMLElement): List[] {
  const items: Item[] = [];
  for (const child of element.children) {
    if (child.tagName === "UL" || child.tagName === "OL") {
      const nested = lists(child as HTMLElement);
      const last = items.at(-1);
      if (last) last.lists.push(...nested);
      else items.push(...nested.flatMap((list) => list.items));
      continue;
    }
    const item: Item = { spans: [], lists: [] };
    const texts: Node[] = [];
    const collect = (nodes: Iterable<ChildNode>) => {
      for (const node of nodes) {
        if (node.nodeName === "UL" || node.nodeName === "OL") item.lists.push(...lists(node as HTMLElement));
        else if (isBlock(node)) {
          if (texts.length > 0) texts.push(document.createElement("br"));
          collect(node.childNodes);
        } else texts.push(node);
      }
    };
    collect(child.childNodes);
    item.spans = trimmed(spansOf(texts));
    items.push(item);
  }
  // Empty items at the end are not stored: the user is about to type there.
  while (items.length > 0 && isEmpty(items.at(-1))) items.pop();
  if (items.length === 0) return [];
  const start = element.tagName === "OL" ? Number(element.getAttribute("start") ?? 1) : undefined;
  return [{ kind: "list", ...(start === undefined ? {} : { start }), items }];
}

const isEmpty = (item: Item | undefined) => item?.spans.length === 0 && item.lists.length === 0;

function table(element: HTMLTableElement): Block[] {
  const rows = [...element.rows].map((row) =>
    [...row.cells].map((cell) =>
      trimmed(spansOf([...cell.childNodes])).filter(({ kind }) => kind !== "break"),
    ),
  );
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (width === 0 || rows.length === 0) return [];
  for (const row of rows) while (row.length < width) row.push([]);
  const align = Array.from({ length: width }, (_, at): Align => {
    const own = element.rows[0]?.cells[at]?.style.textAlign;
    return own === "left" || own === "center" || own === "right" ? own : "";
  });
  return [{ kind: "table", align, rows }];
}

function plainText(node: Node): string {
  if (node.nodeName === "BR") return node.nextSibling || node.previousSibling ? "\n" : "";
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? "";
  const text = [...node.childNodes].map(plainText).join("");
  return node.nodeName === "PRE" && node.lastChild?.nodeName === "BR" ? text.replace(/\n$/, "") : text;
}

/** The spans that nodes show. */
function spansOf(nodes: readonly Node[]): Span[] {
  return tidy(
    nodes.flatMap((node): Span[] => {
      if (node.nodeType === Node.TEXT_NODE)
        return [
          {
            kind: "text",
            text: (node.nodeValue ?? "").replace(/[\u00a0\n\t]/g, " ").replaceAll("\u200b", ""),
          },
        ];
      if (!(node instanceof HTMLElement) || IGNORED.has(node.tagName)) return [];
      if (node.tagName === "BR") return [{ kind: "break" }];
      if (node.tagName === "CODE" && node.textContent) return [{ kind: "code", text: node.textContent }];
      let spans = spansOf([...node.childNodes]);
      const href = node.tagName === "A" ? node.getAttribute("href") : null;
      const { fontWeight, fontStyle } = node.style;
      const isBold =
        /^(bold|[6-9]00)$/.test(fontWeight) || (/^(B|STRONG)$/.test(node.tagName) && !fontWeight);
      if (/^(S|STRIKE|DEL)$/.test(node.tagName)) spans = [{ kind: "strike", spans }];
      if (fontStyle === "italic" || (/^(I|EM)$/.test(node.tagName) && fontStyle !== "normal"))
        spans = [{ kind: "emphasis", spans }];
      if (isBold) spans = [{ kind: "strong", spans }];
      return href ? [{ kind: "link", to: href, spans }] : spans;
    }),
  );
}
