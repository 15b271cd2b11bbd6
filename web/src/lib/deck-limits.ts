// The maximum lengths of the texts of a deck, in characters. The server has the same ones, in `crates/deck/src/model`.

export const MAX_TITLE = 500;
export const MAX_DESCRIPTION = 600;
export const MAX_NOTES = 20_000;

/** By how many characters a title is too long; zero or less if it is not. */
export const titleExcess = (title: string): number => [...title.trim()].length - MAX_TITLE;
