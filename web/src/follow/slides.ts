// Slides as the server draws them, and their build steps.

import { call } from "../lib/api";
import type { LiveState } from "../lib/api-types";
import { dimLines } from "../lib/dim-lines";

/** A slide that can be inserted into the page. */
export type Slide = { id: string; number: number; steps: number; title: string; section: HTMLElement };

const styles = new Map<string, CSSStyleSheet>();

/** Parses a slide. Its style elements, which the policy blocks, become adopted style sheets. */
export function parseSlide(html: string): Slide | undefined {
  const template = document.createElement("template");
  template.innerHTML = html;
  return slideFrom(template.content.querySelector<HTMLElement>("section.slide"));
}

/** The slide of a section element. */
export function slideFrom(section: HTMLElement | null): Slide | undefined {
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

/** Shows the parts of a slide up to a step; new parts are animated with `rise`. */
export function showStep(section: HTMLElement, step: number, rise: boolean) {
  for (const part of section.querySelectorAll<HTMLElement>("[data-step]")) {
    const later = Number(part.dataset["step"]) > step;
    part.classList.toggle("rise", rise && !later && part.classList.contains("soon"));
    part.classList.toggle("soon", later);
  }
  dimLines(section, step);
}

/** The step to show: the last one where builds are off. */
export function stepToShow(state: Pick<LiveState, "stepIdx" | "stepParagraphs">, steps: number): number {
  return state.stepParagraphs ? Math.min(state.stepIdx, steps) : steps;
}

/** Loads frames and videos when their slide is shown. */
export function loadMedia(section: HTMLElement) {
  for (const part of section.querySelectorAll<HTMLElement>("[data-src]")) {
    if (!part.hasAttribute("src")) part.setAttribute("src", part.dataset["src"] ?? "");
  }
}

/** Slides by id. Each is requested once per revision. */
export class SlideCache {
  private cached = new Map<string, Promise<Slide | undefined>>();

  constructor(
    /** The URL of a slide. */
    private readonly address: (slide: string, revision: number) => string,
    private revision: number,
  ) {}

  /** Adds the slide that came with the page. */
  put(slide: Slide) {
    this.cached.set(slide.id, Promise.resolve(slide));
  }

  /**
   * Drops a slide, or all slides, of an older revision. Returns whether the revision was known: then only the drawing
   * changed.
   */
  invalidate(revision: number, slide = ""): boolean {
    if (revision < this.revision) return false;
    const isKnown = revision === this.revision;
    this.revision = revision;
    if (slide) this.cached.delete(slide);
    else this.cached.clear();
    return isKnown;
  }

  /** A slide; undefined where the audience may not see it. Throws where the request fails. */
  get(id: string): Promise<Slide | undefined> {
    const known = this.cached.get(id);
    if (known) return known;
    const request = this.fetchSlide(id);
    this.cached.set(id, request);
    request.then(
      (slide) => slide ?? this.cached.delete(id),
      () => this.cached.delete(id),
    );
    return request;
  }

  private async fetchSlide(id: string): Promise<Slide | undefined> {
    try {
      const answer = await call("GET", this.address(id, this.revision));
      return parseSlide(await answer.text());
    } catch (fault) {
      if ((fault as { status?: number }).status === 404) return undefined;
      throw fault;
    }
  }
}

/** Loads the theme's fonts when the browser is idle, so that no slide waits for one. */
export function loadFaces(numbers: number[]) {
  const load = () => {
    for (const number of numbers) void document.fonts.load(`20px f${number}`).catch(() => undefined);
  };
  if ("requestIdleCallback" in window) requestIdleCallback(load, { timeout: 3000 });
  else setTimeout(load, 1000);
}

let sheet: CSSStyleSheet | undefined;

/** Reloads this page and adopts its deck styles. They stay as they are where the request fails. */
export async function reloadStyles() {
  const answer = await call("GET", location.pathname + location.search).catch(() => undefined);
  if (!answer) return;
  // A style element inside a template is not applied, so the policy allows it.
  const page = document.createElement("template");
  page.innerHTML = await answer.text();
  const rules = page.content.querySelector("#deck")?.textContent;
  if (!rules) return;
  if (!sheet) document.adoptedStyleSheets.push((sheet = new CSSStyleSheet()));
  sheet.replaceSync(rules);
}
