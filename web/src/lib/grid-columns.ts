// Grids of cards that keys move through.

/** The number of cards in a row. */
export function gridColumns(cards: HTMLElement[]): number {
  const next = cards.findIndex((card) => card.offsetTop !== cards[0]?.offsetTop);
  return next < 0 ? cards.length : next;
}
