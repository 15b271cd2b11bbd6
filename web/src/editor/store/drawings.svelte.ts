// Drawings of slides: the current one, redrawn with each change, and the last drawings of the others.

import type { Content, Finding, StyledSlide } from "../../lib/api-types";
import type { Draft } from "../panel-types";

/** A drawing with the content that it was made from, and the prompts in it. */
type ShownSlide = StyledSlide & { content?: Content; ghosts?: Record<string, string> };

/** Draws a draft on the server. */
type Draw = (draft: Draft) => Promise<StyledSlide>;

export class Drawings {
  /** The last drawing of each slide, possibly outdated. */
  private readonly known = new Map<string, ShownSlide>();
  /** Slides whose drawing may be shown, but whose findings may have changed. */
  private readonly outdated = new Set<string>();
  private queued: Draft | undefined;
  private busy = false;
  /** The draft that could not be drawn. */
  private failed: Draft | undefined;
  /**
   * The slide and content of the drawing that came with the page, which is reused while the slide is
   * unchanged.
   */
  private pageData: { slideId: string; content: Content | undefined } | undefined;
  /** The drawing on the canvas; undefined until the first one. */
  shown = $state.raw<ShownSlide>();
  /** Findings by slide. */
  findings = $state.raw<ReadonlyMap<string, readonly Finding[]>>(new Map());

  constructor(private readonly draw: Draw) {}

  /** Adds the drawing that came with the page, of a slide with this content. */
  addFromPage(drawn: StyledSlide, content: Content | undefined) {
    this.remember({ ...drawn, ...(content ? { content } : {}) });
    this.pageData = { slideId: drawn.slideId, content };
  }

  /**
   * Shows the last drawing of a slide, then draws it. One drawing is made at a time, and of the waiting drafts only the
   * newest.
   */
  show(draft: Draft) {
    if (this.shown?.slideId !== draft.slideId) this.shown = this.known.get(draft.slideId);
    const pageData = this.pageData;
    this.pageData = undefined;
    if (pageData?.slideId === draft.slideId && pageData.content === draft.content && !draft.theme) return;
    this.queued = draft;
    if (!this.busy) void this.run();
  }

  /** Draws the failed draft, unless a newer one is being drawn. */
  retry() {
    if (this.busy || !this.failed) return;
    this.queued = this.failed;
    void this.run();
  }

  /** Resolves when nothing is being drawn. */
  async settled() {
    while (this.busy) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  private async run() {
    this.busy = true;
    while (this.queued) {
      const draft = this.queued;
      this.queued = undefined;
      try {
        const { content, ghosts } = draft;
        const source = { ...(content ? { content } : {}), ...(ghosts ? { ghosts } : {}) };
        const drawn: ShownSlide = { ...(await this.draw(draft)), ...source };
        this.failed = undefined;
        // A drawing in another theme or of a proposal is not the slide itself.
        if (!draft.theme && !draft.type) this.remember(drawn);
        const newer = this.queued as Draft | undefined;
        if (!newer || newer.slideId === draft.slideId) this.shown = drawn;
      } catch {
        this.failed = draft;
      }
    }
    this.busy = false;
  }

  /** Stores a drawing. */
  remember(drawn: ShownSlide) {
    this.known.set(drawn.slideId, drawn);
    // The findings of a drawing with prompts do not count for the slide: it is drawn again without prompts later.
    if (drawn.ghosts) {
      this.outdated.add(drawn.slideId);
      return;
    }
    const before = this.findings.get(drawn.slideId) ?? [];
    if (JSON.stringify(before) !== JSON.stringify(drawn.findings)) {
      this.findings = new Map(this.findings).set(drawn.slideId, drawn.findings);
    }
  }

  /** Whether a slide has a drawing whose findings are up to date. */
  isUpToDate(slideId: string): boolean {
    return this.known.has(slideId) && !this.outdated.has(slideId);
  }

  /** Marks the findings of slides as outdated. Their drawings stay. */
  outdate(slideIds: Iterable<string>) {
    for (const id of slideIds) this.outdated.add(id);
  }

  /** Marks slides that are about to be drawn as up to date. One that is outdated meanwhile is drawn again. */
  markUpToDate(slideIds: Iterable<string>) {
    for (const id of slideIds) this.outdated.delete(id);
  }

  /** Drops the drawings of slides. */
  forget(slideIds: Iterable<string>) {
    for (const id of slideIds) this.known.delete(id);
  }
}
