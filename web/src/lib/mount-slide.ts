// Mounts slides that the server drew. Each is in a shadow root, so that styles do not leak, and scales with its
// container. Only this module inserts HTML of the server, which has sanitized it.

import { dimLines } from "./dim-lines";
import { patchSlide } from "./patch-slide";

/** Rules that do not work in a shadow root: font faces and registered properties belong to the document. */
const DOCUMENT_RULES = /@(?:font-face|property)[^{]*\{[^}]*\}/g;

/** The maximum number of style sheets that are cached. Editing a theme makes a new one with every colour. */
const MAX_SHEETS = 24;

/** Cached style sheets by their text, the one that was used last at the end. */
const sheets = new Map<string, CSSStyleSheet>();
/** The rules that the document has adopted. */
const documentRules = new Set<string>();

function newSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

/** A style sheet that several slides share. Mounted slides keep theirs when it is no longer cached. */
function sharedSheet(css: string): CSSStyleSheet {
  const sheet = sheets.get(css) ?? newSheet(css);
  sheets.delete(css);
  sheets.set(css, sheet);
  for (const oldest of [...sheets.keys()].slice(0, -MAX_SHEETS)) sheets.delete(oldest);
  return sheet;
}

function adoptDocumentRules(css: string) {
  // Font faces of the page stay: adopting them again would show another font for a moment.
  const pageFaces = document.getElementById("faces")?.textContent ?? "";
  for (const rule of css.match(DOCUMENT_RULES) ?? []) {
    if (pageFaces.includes(rule) || documentRules.has(rule)) continue;
    documentRules.add(rule);
    document.adoptedStyleSheets.push(newSheet(rule));
  }
}

export type MountedSlide = {
  /** The shadow root of the slide. */
  readonly root: ShadowRoot;
  /** Draws other HTML. Of the same slide only differences are changed; style sheets that others adopted stay. */
  draw: (html: string, css: string) => void;
  /** Shows the parts up to a build step; new ones are animated with `moving`. Without a call all parts are shown. */
  showStep: (step: number, moving?: boolean) => void;
};

/**
 * The content of a slide, and the style of custom HTML in it: the policy blocks style elements, so it is adopted as a
 * sheet.
 */
function parseSlide(html: string): { drawing: DocumentFragment; ownCss: string } {
  const template = document.createElement("template");
  template.innerHTML = html;
  const styles = [...template.content.querySelectorAll("style")];
  for (const style of styles) style.remove();
  return { drawing: template.content, ownCss: styles.map(({ textContent }) => textContent).join("\n") };
}

/** Mounts a slide in an element, which sets its width. */
export function mountSlide(host: HTMLElement, html: string, css: string): MountedSlide {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [];
  let step = Infinity;
  let adopted = "";
  let ownSheets: CSSStyleSheet[] = [];

  function adoptStyles(css: string, ownCss: string) {
    if (adopted === css + ownCss) return;
    adopted = css + ownCss;
    adoptDocumentRules(css);
    const others = root.adoptedStyleSheets.filter((sheet) => !ownSheets.includes(sheet));
    ownSheets = [sharedSheet(css.replace(DOCUMENT_RULES, "")), ...(ownCss ? [newSheet(ownCss)] : [])];
    root.adoptedStyleSheets = [...ownSheets, ...others];
  }

  const mounted: MountedSlide = {
    root,
    draw(html, css) {
      const { drawing, ownCss } = parseSlide(html);
      adoptStyles(css, ownCss);
      if (!patchSlide(root, drawing)) root.replaceChildren(drawing);
      if (step !== Infinity) mounted.showStep(step);
    },
    showStep(to, moving = false) {
      const from = step;
      step = to;
      for (const part of root.querySelectorAll<HTMLElement>("[data-step]")) {
        const own = Number(part.dataset["step"]);
        part.classList.toggle("soon", own > to);
        part.classList.toggle("rise", moving && own <= to && own > from);
      }
      dimLines(root, to);
    },
  };
  mounted.draw(html, css);
  return mounted;
}
