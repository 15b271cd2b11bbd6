/**
 * Animates a slide into the place of another, which is shown below it. Returns the animations; the first ends last.
 */
export function morph(before: ParentNode, after: ParentNode): Animation[];
