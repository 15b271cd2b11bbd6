// Slides as the server drew them. Each lives in a shadow root, so that no style crosses either way, and scales itself
// to the width of its box. This is the one place that puts the server's HTML into a page: it is sanitized there.

import { patched } from "./patch";

/** What a style sheet in a shadow root cannot do: faces and registered properties belong to the document. */
const OF_DOCUMENT = /@(?:font-face|property)[^{]*\{[^}]*\}/g;

const sheets = new Map<string, CSSStyleSheet>();

function made(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

/** A sheet that many slides wear. */
function shared(css: string): CSSStyleSheet {
  const known = sheets.get(css) ?? made(css);
  sheets.set(css, known);
  return known;
}

function giveDocument(css: string) {
  // Faces that came with the page stay: the same ones anew would show another face for a moment.
  const brought = document.getElementById("faces")?.textContent ?? "";
  for (const rule of css.match(OF_DOCUMENT) ?? []) {
    if (brought.includes(rule)) continue;
    const own = shared(rule);
    if (!document.adoptedStyleSheets.includes(own)) document.adoptedStyleSheets.push(own);
  }
}

export type ShownSlide = {
  /** The slide's own root, in which its nodes are found. */
  readonly root: ShadowRoot;
  /** Draws other HTML. Of the same slide only what differs is touched; sheets that others adopted stay. */
  draw: (html: string, css: string) => void;
  /** Shows the parts up to a build step; those that come with it rise when `moving`. All are shown unless this is called. */
  showStep: (step: number, moving?: boolean) => void;
};

/** A drawing, and the style of custom HTML in it: a policy refuses style elements, so it is adopted as a sheet. */
function read(html: string): { drawing: DocumentFragment; own: string } {
  const template = document.createElement("template");
  template.innerHTML = html;
  const styles = [...template.content.querySelectorAll("style")];
  for (const style of styles) style.remove();
  return { drawing: template.content, own: styles.map(({ textContent }) => textContent).join("\n") };
}

/** Shows a slide in an element of the width it should have; the height follows. */
export function slide(host: HTMLElement, html: string, css: string): ShownSlide {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [];
  let step = Infinity;
  let look = "";
  let worn: CSSStyleSheet[] = [];

  function wear(css: string, own: string) {
    if (look === css + own) return;
    look = css + own;
    giveDocument(css);
    const others = root.adoptedStyleSheets.filter((sheet) => !worn.includes(sheet));
    worn = [shared(css.replace(OF_DOCUMENT, "")), ...(own ? [made(own)] : [])];
    root.adoptedStyleSheets = [...worn, ...others];
  }

  const shown: ShownSlide = {
    root,
    draw(html, css) {
      const { drawing, own } = read(html);
      wear(css, own);
      if (!patched(root, drawing)) root.replaceChildren(drawing);
      if (step !== Infinity) shown.showStep(step);
    },
    showStep(to, moving = false) {
      const from = step;
      step = to;
      for (const part of root.querySelectorAll<HTMLElement>("[data-step]")) {
        const own = Number(part.dataset["step"]);
        part.classList.toggle("soon", own > to);
        part.classList.toggle("rise", moving && own <= to && own > from);
      }
    },
  };
  shown.draw(html, css);
  return shown;
}
