// The text of a slide, reflowed at reading size: the same elements in the same order, without positions.

const KEPT_TAGS = new Set(
  "H2 H3 H4 H5 H6 P UL OL LI BLOCKQUOTE PRE CODE STRONG EM S A TABLE THEAD TBODY TR TH TD CAPTION FIGURE FIGCAPTION".split(
    " ",
  ),
);
const KEPT_WHEN_EMPTY = new Set(["TH", "TD", "A"]);

/** The slide as an article. Parts of later build steps are left out. */
export function readingView(section: HTMLElement): HTMLElement {
  const article = document.createElement("article");
  article.className = "reading";
  copy(section, article);
  return article;
}

function copy(from: Element, into: HTMLElement) {
  for (const node of from.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) into.append(node.textContent ?? "");
    else if (node instanceof Element) copyElement(node, into);
  }
}

function copyElement(from: Element, into: HTMLElement) {
  if (from.getAttribute("aria-hidden") === "true" || from.classList.contains("soon")) return;
  const label = from.getAttribute("aria-label") ?? from.getAttribute("alt");
  if (from.matches("img, svg, [role=img], iframe, video, audio")) {
    if (label) append(into, "p", label, "picture");
    return;
  }
  if (!KEPT_TAGS.has(from.tagName)) {
    copy(from, into);
    // Lines were broken for the slide; here they are joined with a space.
    if (from.matches(".l, .r") && !/[\s\u00AD-]$/.test(from.textContent ?? "")) into.append(" ");
    return;
  }
  const kept = document.createElement(from.tagName.toLowerCase());
  for (const name of ["lang", "dir", "href", "target", "rel", "colspan", "rowspan", "scope"]) {
    const value = from.getAttribute(name);
    if (value !== null) kept.setAttribute(name, value);
  }
  copy(from, kept);
  if (kept.tagName === "A" && !kept.textContent?.trim() && label) kept.textContent = label;
  if (kept.textContent?.trim() || KEPT_WHEN_EMPTY.has(kept.tagName)) into.append(kept);
}

function append(into: HTMLElement, name: string, text: string, className: string) {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  into.append(made);
}
