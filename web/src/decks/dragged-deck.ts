// The kind of data of a card that is dragged onto a folder: the id of its deck.
export const DRAGGED_DECK = "application/x-lectern-deck";
