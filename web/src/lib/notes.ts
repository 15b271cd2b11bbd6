// Parses speaker notes: paragraphs, list items, bold and italic. Other text is unchanged.

export type Run = { text: string; style: "plain" | "bold" | "italic" };
/** `mark` is the dash or number of a list item. */
export type Block = { mark?: string; runs: Run[] };

/** Marks touch the words that they mark. An underscore inside a word is no mark. */
const MARKED = /\*\*(?=\S)(.+?)\*\*|(?<!\w)__(?=\S)(.+?)__(?!\w)|\*(?=\S)(.+?)\*|(?<!\w)_(?=\S)(.+?)_(?!\w)/g;

function runs(line: string): Run[] {
  const result: Run[] = [];
  let end = 0;
  for (const match of line.matchAll(MARKED)) {
    if (match.index > end) result.push({ text: line.slice(end, match.index), style: "plain" });
    const bold = match[1] ?? match[2];
    result.push({ text: bold ?? match[3] ?? match[4] ?? "", style: bold === undefined ? "italic" : "bold" });
    end = match.index + match[0].length;
  }
  if (end < line.length) result.push({ text: line.slice(end), style: "plain" });
  return result;
}

/** The paragraphs and list items of speaker notes. */
export function blocks(notes: string): Block[] {
  const lines = notes.split("\n").map((line) => line.trim());
  return lines.filter(Boolean).map((line) => {
    const [, mark, point] = line.match(/^([-*•]|\d+[.)])\s+(.*)$/) ?? [];
    if (mark === undefined || point === undefined) return { runs: runs(line) };
    return { mark: /\d/.test(mark) ? mark : "–", runs: runs(point) };
  });
}
