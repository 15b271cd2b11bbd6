// Transitions from one slide to another. Loaded after the page.

import { morph } from "./morph";
import { shift } from "./shift";

/** A slide on a page: the element that moves, and the root that contains its drawing. */
type ShownSlide = { layer: HTMLElement; root: ParentNode };

/** Begins a transition. Returns its animations; the first ends last. */
export function begin(kind: string, before: ShownSlide, after: ShownSlide, forward: boolean): Animation[] {
  if (kind === "morph") return morph(before.root, after.root);
  return shift(kind, before.layer, after.layer, forward ? 1 : -1);
}
