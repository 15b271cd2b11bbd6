// Ways to hide a slide, each a set of flags.

import type { Edit, Slide, SlideVisibility } from "../../lib/api-types";
import { t } from "../../lib/i18n";
import type { Editor } from "../store/editor.svelte";

export type Hiding = "shown" | "skip" | "internal" | "draft" | "viewers";

export const HIDINGS: Record<Hiding, SlideVisibility> = {
  shown: {},
  skip: { hideInPresentation: true },
  internal: { hideInExport: true, hideInPublished: true },
  draft: { hideInPresentation: true, hideInExport: true, hideInPublished: true },
  viewers: { hideInPresentation: true, hideInExport: true, hideInPublished: true, hideFromViewers: true },
};

const FLAGS = ["hideInPresentation", "hideInExport", "hideInPublished", "hideFromViewers"] as const;

/** How a slide is hidden; nothing when its flags are no usual set. */
export function hidingOf(slide: Slide): Hiding | undefined {
  const has = slide.visibility ?? {};
  const same = (flags: SlideVisibility) => FLAGS.every((flag) => Boolean(flags[flag]) === Boolean(has[flag]));
  return (Object.keys(HIDINGS) as Hiding[]).find((name) => same(HIDINGS[name]));
}

/** Hides the selected slides, or shows them again when all are hidden so. */
export function hide(store: Editor, how: Hiding) {
  const slides = store.deck.slides.filter(({ id }) => store.selection.includes(id));
  const wanted = slides.every((slide) => hidingOf(slide) === how) ? "shown" : how;
  const edits: Edit[] = slides.map(({ id }) => ({
    op: "set",
    slideId: id,
    path: "visibility",
    value: HIDINGS[wanted] as Record<string, boolean>,
  }));
  store.edit(edits, t(wanted === "shown" ? "editor.step.unhide" : "editor.step.hide"));
}
