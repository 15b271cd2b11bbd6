/**
 * Animates a slide into the place of another, which is shown below it; `by` is 1 forward and -1 back. Returns the
 * animations, none for an unknown kind.
 */
export function shift(kind: string, before: Element, after: Element, by: 1 | -1): Animation[];
