// Slides as the server draws them, and their builds.

import { call } from "../lib/api";
import type { LiveState } from "../lib/api-types";

/** A slide, ready to be put into the page. */
export type Slide = { id: string; number: number; steps: number; title: string; section: HTMLElement };

const styles = new Map<string, CSSStyleSheet>();

/** Reads a slide. The style of custom HTML is let in as a sheet: style elements are not. */
export function read(html: string): Slide | undefined {
  const template = document.createElement("template");
  template.innerHTML = html;
  return adopt(template.content.querySelector<HTMLElement>("section.slide"));
}

/** Takes a section that is in the page, or will be. */
export function adopt(section: HTMLElement | null): Slide | undefined {
  if (!section) return undefined;
  for (const style of section.querySelectorAll("style")) {
    const rules = style.textContent ?? "";
    if (!styles.has(rules)) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      styles.set(rules, sheet);
      document.adoptedStyleSheets.push(sheet);
    }
    style.remove();
  }
  const name = section.getAttribute("aria-label") ?? "";
  return {
    id: section.dataset["slide"] ?? "",
    number: Number(section.id),
    steps: Number(section.dataset["steps"] ?? 0),
    title: name.replace(/^\d+\s*/, ""),
    section,
  };
}

/** Shows the parts of a slide up to a step; what is new rises when `rise` is on. */
export function build(section: HTMLElement, step: number, rise: boolean) {
  for (const part of section.querySelectorAll<HTMLElement>("[data-step]")) {
    const later = Number(part.dataset["step"]) > step;
    part.classList.toggle("rise", rise && !later && part.classList.contains("soon"));
    part.classList.toggle("soon", later);
  }
}

/** The step that a view shows: every part where builds are off. */
export function stepOf(state: Pick<LiveState, "stepIdx" | "stepParagraphs">, steps: number): number {
  return state.stepParagraphs ? Math.min(state.stepIdx, steps) : steps;
}

/** Frames and films load when their slide is shown. */
export function awaken(section: HTMLElement) {
  for (const part of section.querySelectorAll<HTMLElement>("[data-src]")) {
    if (!part.hasAttribute("src")) part.setAttribute("src", part.dataset["src"] ?? "");
  }
}

/** Slides that were fetched, by id. Each is fetched once for a revision. */
export class Shelf {
  private kept = new Map<string, Promise<Slide | undefined>>();

  constructor(
    /** The address of a slide. */
    private readonly address: (slide: string, revision: number) => string,
    private revision: number,
  ) {}

  /** Keeps a slide that came with the page. */
  put(slide: Slide) {
    this.kept.set(slide.id, Promise.resolve(slide));
  }

  /**
   * The deck changed: one slide of it, or nothing that was fetched holds. Answers whether its revision was known
   * already: then what changed is how it is drawn.
   */
  renew(revision: number, slide = ""): boolean {
    if (revision < this.revision) return false;
    const known = revision === this.revision;
    this.revision = revision;
    if (slide) this.kept.delete(slide);
    else this.kept.clear();
    return known;
  }

  /** A slide; nothing where it is not to be seen. Throws when the server cannot be asked. */
  get(id: string): Promise<Slide | undefined> {
    const known = this.kept.get(id);
    if (known) return known;
    const asked = this.fetched(id);
    this.kept.set(id, asked);
    asked.then(
      (slide) => slide ?? this.kept.delete(id),
      () => this.kept.delete(id),
    );
    return asked;
  }

  private async fetched(id: string): Promise<Slide | undefined> {
    try {
      const answer = await call("GET", this.address(id, this.revision));
      return read(await answer.text());
    } catch (fault) {
      if ((fault as { status?: number }).status === 404) return undefined;
      throw fault;
    }
  }
}

/** Loads the faces of the theme when there is time, so that no slide waits for one. */
export function loadFaces(numbers: number[]) {
  const load = () => {
    for (const number of numbers) void document.fonts.load(`20px f${number}`).catch(() => undefined);
  };
  if ("requestIdleCallback" in window) requestIdleCallback(load, { timeout: 3000 });
  else setTimeout(load, 1000);
}

let sheet: CSSStyleSheet | undefined;

/** Takes the style of slides from this page, fetched anew. Without an answer the style stays as it is. */
export async function restyle() {
  const answer = await call("GET", location.pathname + location.search).catch(() => undefined);
  if (!answer) return;
  // A style element that is only read, not let in, breaks no policy inside a template.
  const page = document.createElement("template");
  page.innerHTML = await answer.text();
  const rules = page.content.querySelector("#deck")?.textContent;
  if (!rules) return;
  if (!sheet) document.adoptedStyleSheets.push((sheet = new CSSStyleSheet()));
  sheet.replaceSync(rules);
}
