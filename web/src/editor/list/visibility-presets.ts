// Named combinations of a slide's visibility flags.

import type { Edit, Slide, SlideVisibility } from "../../lib/api-types";
import { t } from "../../lib/i18n";
import { toast } from "../../lib/toasts.svelte";
import type { Editor } from "../store/editor.svelte";

export type VisibilityPreset = "shown" | "skip" | "internal" | "draft" | "viewers";

export const VISIBILITY_PRESETS: Record<VisibilityPreset, SlideVisibility> = {
  shown: {},
  skip: { hideInPresentation: true },
  internal: { hideInExport: true, hideInPublished: true },
  draft: { hideInPresentation: true, hideInExport: true, hideInPublished: true },
  viewers: { hideInPresentation: true, hideInExport: true, hideInPublished: true, hideFromViewers: true },
};

const FLAGS = ["hideInPresentation", "hideInExport", "hideInPublished", "hideFromViewers"] as const;

/** The preset that a slide's flags match; undefined for another combination. */
export function presetOf(slide: Slide): VisibilityPreset | undefined {
  const has = slide.visibility ?? {};
  const same = (flags: SlideVisibility) => FLAGS.every((flag) => Boolean(flags[flag]) === Boolean(has[flag]));
  return (Object.keys(VISIBILITY_PRESETS) as VisibilityPreset[]).find((name) =>
    same(VISIBILITY_PRESETS[name]),
  );
}

/** Hides the selected slides, or shows them again where all are hidden in this way. */
export function togglePreset(store: Editor, preset: VisibilityPreset) {
  const slides = store.deck.slides.filter(({ id }) => store.selection.includes(id));
  const wanted = slides.every((slide) => presetOf(slide) === preset) ? "shown" : preset;
  const edits: Edit[] = slides.map(({ id }) => ({
    op: "set",
    slideId: id,
    path: "visibility",
    value: VISIBILITY_PRESETS[wanted] as Record<string, boolean>,
  }));
  store.edit(edits, t(wanted === "shown" ? "editor.step.unhide" : "editor.step.hide"));
  toast({
    text: t(`editor.hidden.${wanted}`, { n: slides.length, number: store.slideNumber }),
    action: { label: t("editor.undo"), run: store.undoOfLastStep() },
  });
}
