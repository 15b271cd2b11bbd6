// The part of a text around the words of a search.

export type Piece = { text: string; found: boolean };

const CONTEXT = 24;
const MAX_LENGTH = 90;

const fold = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * Folds each character by itself and keeps its position, since folding can change the length of a text (ß, ligatures).
 */
function foldWithPositions(text: string): { folded: string; positions: number[] } {
  let folded = "";
  const positions: number[] = [];
  let at = 0;
  for (const character of text) {
    const plain = fold(character);
    folded += plain;
    for (let i = 0; i < plain.length; i++) positions.push(at);
    at += character.length;
  }
  positions.push(text.length);
  return { folded, positions };
}

/** A line of `text` around the first match of `query`, with all matches marked. */
export function excerpt(text: string, query: string): Piece[] {
  const line = text.replace(/\s+/g, " ").trim();
  const words = fold(query).split(/\s+/).filter(Boolean);
  const { folded: plain, positions } = foldWithPositions(line);
  const first = Math.min(...words.map((word) => plain.indexOf(word)).filter((at) => at >= 0));
  const match = Number.isFinite(first) ? (positions[first] ?? 0) : 0;
  let from = match <= CONTEXT ? 0 : line.lastIndexOf(" ", match - CONTEXT) + 1;
  if (from === 0 && match > CONTEXT) from = match - CONTEXT;
  const to = Math.min(line.length, from + MAX_LENGTH);
  const marks = new Array<boolean>(line.length).fill(false);
  for (const word of words) {
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + word.length)) {
      marks.fill(true, positions[at], positions[at + word.length]);
    }
  }
  const pieces: Piece[] = [];
  if (from > 0) pieces.push({ text: "…", found: false });
  for (let at = from; at < to; at++) {
    const last = pieces.at(-1);
    const found = marks[at] ?? false;
    if (last && last.found === found) last.text += line[at];
    else pieces.push({ text: line[at] ?? "", found });
  }
  if (to < line.length) pieces.push({ text: "…", found: false });
  return pieces;
}
