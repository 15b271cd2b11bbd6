// Speaker notes as they are read: paragraphs, points, bold and italic. Anything else stands as it was written.

export type Run = { text: string; style: "plain" | "bold" | "italic" };
/** `mark` stands before a point: a dash, or its number. */
export type Block = { mark?: string; runs: Run[] };

/** Marks stand against the words they mark, and those of underscores not inside a word. */
const MARKED = /\*\*(?=\S)(.+?)\*\*|(?<!\w)__(?=\S)(.+?)__(?!\w)|\*(?=\S)(.+?)\*|(?<!\w)_(?=\S)(.+?)_(?!\w)/g;

function runs(line: string): Run[] {
  const found: Run[] = [];
  let at = 0;
  for (const match of line.matchAll(MARKED)) {
    if (match.index > at) found.push({ text: line.slice(at, match.index), style: "plain" });
    const bold = match[1] ?? match[2];
    found.push({ text: bold ?? match[3] ?? match[4] ?? "", style: bold === undefined ? "italic" : "bold" });
    at = match.index + match[0].length;
  }
  if (at < line.length) found.push({ text: line.slice(at), style: "plain" });
  return found;
}

export function blocks(notes: string): Block[] {
  const lines = notes.split("\n").map((line) => line.trim());
  return lines.filter(Boolean).map((line) => {
    const [, mark, point] = line.match(/^([-*•]|\d+[.)])\s+(.*)$/) ?? [];
    if (mark === undefined || point === undefined) return { runs: runs(line) };
    return { mark: /\d/.test(mark) ? mark : "–", runs: runs(point) };
  });
}
