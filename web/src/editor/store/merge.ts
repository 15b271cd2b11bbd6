// Merges two changes of the same text by words.

/**
 * The text with both changes; undefined when both changed the same words. Each side counts as one changed range of
 * words, between the words at the start and at the end that it left as they were.
 */
export function mergedText(base: string, mine: string, theirs: string): string | undefined {
  if (mine === theirs || theirs === base) return mine;
  if (mine === base) return theirs;
  const words = split(base);
  const [a, b] = [changedRange(words, split(mine)), changedRange(words, split(theirs))];
  const [first, second] = a.from <= b.from ? [a, b] : [b, a];
  // Two insertions at one position have no order, and a word that both changed cannot be merged.
  if (first.to > second.from || (first.to === second.from && first.from === second.from)) return undefined;
  return [
    ...words.slice(0, first.from),
    ...first.words,
    ...words.slice(first.to, second.from),
    ...second.words,
    ...words.slice(second.to),
  ].join("");
}

/** The words of a text and the white space between them. */
function split(text: string): string[] {
  return text.match(/\s+|[^\s]+/gu) ?? [];
}

/** The range `from..to` of the old words that became `words`. */
function changedRange(old: string[], now: string[]): { from: number; to: number; words: string[] } {
  let from = 0;
  while (from < old.length && from < now.length && old[from] === now[from]) from += 1;
  let tail = 0;
  while (tail < old.length - from && tail < now.length - from && old.at(-1 - tail) === now.at(-1 - tail))
    tail += 1;
  return { from, to: old.length - tail, words: now.slice(from, now.length - tail) };
}
