// Drawings of slides: the one on the canvas, drawn anew with each change, and what was drawn of the others.

import type { Content, Finding, StyledSlide } from "../../lib/api-types";
import type { Draft } from "../seam";

/** Draws a draft; given by the store. */
type Draw = (draft: Draft) => Promise<StyledSlide>;

export class Drawings {
  /** The last drawing of each slide, maybe of an older state. */
  private readonly known = new Map<string, StyledSlide>();
  private wanted: Draft | undefined;
  private busy = false;
  /** What could not be drawn. */
  private missed: Draft | undefined;
  /** What the page brought: it need not be drawn again as long as the slide says the same. */
  private brought: { slideId: string; content: Content | undefined } | undefined;
  /** What the canvas shows. Nothing until the first drawing. */
  shown = $state.raw<StyledSlide>();
  /** Findings by slide. */
  findings = $state.raw<ReadonlyMap<string, readonly Finding[]>>(new Map());

  constructor(private readonly draw: Draw) {}

  /** Takes a drawing that came with the page, of a slide with this content. */
  begin(drawn: StyledSlide, content: Content | undefined) {
    this.note(drawn);
    this.brought = { slideId: drawn.slideId, content };
  }

  /** Shows a slide: at once what is known of it, then as it is. One drawing is made at a time; the newest wish waits. */
  show(draft: Draft) {
    if (this.shown?.slideId !== draft.slideId) this.shown = this.known.get(draft.slideId);
    const brought = this.brought;
    this.brought = undefined;
    if (brought?.slideId === draft.slideId && brought.content === draft.content && !draft.theme) return;
    this.wanted = draft;
    if (!this.busy) void this.work();
  }

  /** Draws what could not be drawn, unless something newer is being drawn. */
  again() {
    if (this.busy || !this.missed) return;
    this.wanted = this.missed;
    void this.work();
  }

  /** Resolves when nothing is being drawn. */
  async settled() {
    while (this.busy) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  private async work() {
    this.busy = true;
    while (this.wanted) {
      const draft = this.wanted;
      this.wanted = undefined;
      try {
        const drawn = await this.draw(draft);
        this.missed = undefined;
        // A drawing in another theme, or of a proposal, says nothing about the slide itself.
        if (!draft.theme && !draft.type) this.note(drawn);
        const next = this.wanted as Draft | undefined;
        if (!next || next.slideId === draft.slideId) this.shown = drawn;
      } catch {
        this.missed = draft;
      }
    }
    this.busy = false;
  }

  /** Remembers what was drawn. */
  note(drawn: StyledSlide) {
    this.known.set(drawn.slideId, drawn);
    const before = this.findings.get(drawn.slideId) ?? [];
    if (JSON.stringify(before) !== JSON.stringify(drawn.findings)) {
      this.findings = new Map(this.findings).set(drawn.slideId, drawn.findings);
    }
  }

  knows(slideId: string): boolean {
    return this.known.has(slideId);
  }

  /** What is known of these slides is out of date. */
  forget(slideIds: Iterable<string>) {
    for (const id of slideIds) this.known.delete(id);
  }
}
