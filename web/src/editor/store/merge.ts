// Merges two changes of the same text by words.

/**
 * The text with both changes, or nothing when both changed the same words. Each side is seen as one changed stretch
 * between what it left alone at the start and at the end, which is what typing in one text is.
 */
export function mergedText(base: string, mine: string, theirs: string): string | undefined {
  if (mine === theirs || theirs === base) return mine;
  if (mine === base) return theirs;
  const words = split(base);
  const [a, b] = [stretch(words, split(mine)), stretch(words, split(theirs))];
  const [first, second] = a.from <= b.from ? [a, b] : [b, a];
  // Two insertions at one place have no order, and a word that both touched has no merger.
  if (first.to > second.from || (first.to === second.from && first.from === second.from)) return undefined;
  return [
    ...words.slice(0, first.from),
    ...first.words,
    ...words.slice(first.to, second.from),
    ...second.words,
    ...words.slice(second.to),
  ].join("");
}

/** Words with the white space that follows them. */
function split(text: string): string[] {
  return text.match(/\s+|[^\s]+/gu) ?? [];
}

/** The words `from..to` of the old text that became `words`. */
function stretch(old: string[], now: string[]): { from: number; to: number; words: string[] } {
  let from = 0;
  while (from < old.length && from < now.length && old[from] === now[from]) from += 1;
  let tail = 0;
  while (tail < old.length - from && tail < now.length - from && old.at(-1 - tail) === now.at(-1 - tail))
    tail += 1;
  return { from, to: old.length - tail, words: now.slice(from, now.length - tail) };
}
