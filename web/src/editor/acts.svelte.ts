// Small things that a page remembers while it is open.

/** How often the save mark nodded, which is how Ctrl+S is answered. */
export const nods = $state({ count: 0 });
