// Slides as the server drew them. Each lives in a shadow root, so that no style crosses either way, and scales itself
// to the width of its box. This is the one place that puts the server's HTML into a page: it is sanitized there.

/** What a style sheet in a shadow root cannot do: faces and registered properties belong to the document. */
const OF_DOCUMENT = /@(?:font-face|property)[^{]*\{[^}]*\}/g;

const sheets = new Map<string, CSSStyleSheet>();

function sheet(css: string): CSSStyleSheet {
  let made = sheets.get(css);
  if (!made) {
    made = new CSSStyleSheet();
    made.replaceSync(css);
    sheets.set(css, made);
  }
  return made;
}

function giveDocument(css: string) {
  // Faces that came with the page stay: the same ones anew would show another face for a moment.
  const brought = document.getElementById("faces")?.textContent ?? "";
  for (const rule of css.match(OF_DOCUMENT) ?? []) {
    if (brought.includes(rule)) continue;
    const own = sheet(rule);
    if (!document.adoptedStyleSheets.includes(own)) document.adoptedStyleSheets.push(own);
  }
}

export type ShownSlide = {
  /** The slide's own root, in which its nodes are found. */
  readonly root: ShadowRoot;
  /** Draws other HTML, in the same or another style. */
  draw: (html: string, css?: string) => void;
  /** Shows the parts up to a build step; those that come with it rise when `moving`. All are shown unless this is called. */
  showStep: (step: number, moving?: boolean) => void;
};

/** Shows a slide in an element of the width it should have; the height follows. */
export function slide(host: HTMLElement, html: string, css: string): ShownSlide {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  let step = Infinity;
  const shown: ShownSlide = {
    root,
    draw(html, css) {
      if (css !== undefined) {
        giveDocument(css);
        root.adoptedStyleSheets = [sheet(css.replace(OF_DOCUMENT, ""))];
      }
      root.innerHTML = html;
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
