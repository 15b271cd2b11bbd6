// The words around what was searched for.

export type Piece = { text: string; found: boolean };

const BEFORE = 24;
const LONGEST = 90;

const folded = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Folding may change the length of a text (ß, ligatures), so each sign is folded by itself and remembers its place. */
function signs(text: string): { folded: string; places: number[] } {
  let all = "";
  const places: number[] = [];
  let at = 0;
  for (const sign of text) {
    const plain = folded(sign);
    all += plain;
    for (let i = 0; i < plain.length; i++) places.push(at);
    at += sign.length;
  }
  places.push(text.length);
  return { folded: all, places };
}

/** A line of `text` around the first of the words of `query`, with all of them marked. */
export function excerpt(text: string, query: string): Piece[] {
  const line = text.replace(/\s+/g, " ").trim();
  const words = folded(query).split(/\s+/).filter(Boolean);
  const { folded: plain, places } = signs(line);
  const first = Math.min(...words.map((word) => plain.indexOf(word)).filter((at) => at >= 0));
  const hit = Number.isFinite(first) ? (places[first] ?? 0) : 0;
  let from = hit <= BEFORE ? 0 : line.lastIndexOf(" ", hit - BEFORE) + 1;
  if (from === 0 && hit > BEFORE) from = hit - BEFORE;
  const to = Math.min(line.length, from + LONGEST);
  const marks = new Array<boolean>(line.length).fill(false);
  for (const word of words) {
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + word.length)) {
      marks.fill(true, places[at], places[at + word.length]);
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
