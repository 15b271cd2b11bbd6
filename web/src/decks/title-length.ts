// How long the title of a deck may be.

const MOST = 500;

/** By how many characters a title is too long; none or less where it is not. */
export const excess = (title: string): number => [...title.trim()].length - MOST;
