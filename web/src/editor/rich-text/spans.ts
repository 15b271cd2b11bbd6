// Runs of text inside a block of Markdown: read from their source, and written as source again.
//
// A formula between dollars stays as it is written, dollars and backslashes included.

export type SpanMark = "strong" | "emphasis" | "strike";

export type Span =
  | { kind: "text"; text: string }
  | { kind: SpanMark; spans: Span[] }
  | { kind: "code"; text: string }
  | { kind: "link"; to: string; spans: Span[] }
  | { kind: "break" };

const MARKS: Record<SpanMark, string> = { strong: "**", emphasis: "*", strike: "~~" };

/** A character that a backslash makes plain text. */
const ESCAPABLE = /[!"#%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]/;
/** Tags, automatic links and comments. */
const MARKUP = /^<(?:[a-z/!?])/i;
const ENTITY = /^&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/i;
const SPACE = /\s/;
const PUNCTUATION = /[\p{P}\p{S}]/u;

/** A run of `*`, `_` or `~` that may open or close a mark. */
interface Delimiter {
  kind: "delimiter";
  mark: string;
  count: number;
  opens: boolean;
  closes: boolean;
}

/** The length of the formula at the start of a text that begins with a dollar; 0 where it is a price. */
function formulaLength(text: string): number {
  const dollars = text.startsWith("$$") ? "$$" : "$";
  for (let at = text.indexOf(dollars, dollars.length); at >= 0; at = text.indexOf(dollars, at + 1)) {
    if (text[at - 1] === "\\") continue;
    const inside = text.slice(dollars.length, at);
    const isTight = inside.trim() === inside && !/^\d/.test(text.slice(at + dollars.length));
    return inside.trim() !== "" && (dollars === "$$" || isTight) ? at + dollars.length : 0;
  }
  return 0;
}

/** The end of the bracket that opens at the start of a text. */
function bracketEnd(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === "`") {
      const run = /^`+/.exec(text.slice(at))?.[0] ?? "`";
      const end = text.indexOf(run, at + run.length);
      at = (end < 0 ? at : end) + run.length - 1;
    } else if (text[at] === "[") depth += 1;
    else if (text[at] === "]" && (depth -= 1) === 0) return at;
  }
  return -1;
}

/** The spans of a text; undefined for what this editor does not show, such as pictures and tags. */
export function readSpans(source: string): Span[] | undefined {
  const found: (Span | Delimiter)[] = [];
  let plain = "";
  const flush = () => {
    if (plain) found.push({ kind: "text", text: plain });
    plain = "";
  };
  let at = 0;
  while (at < source.length) {
    const rest = source.slice(at);
    const letter = rest.charAt(0);
    const next = rest.charAt(1);
    if (letter === "\\" && next === "\n") {
      flush();
      found.push({ kind: "break" });
      at += 2;
    } else if (letter === "\\" && ESCAPABLE.test(next)) {
      plain += next;
      at += 2;
    } else if (letter === "\\" && next === "$") {
      plain += "\\$";
      at += 2;
    } else if (letter === "$") {
      const length = formulaLength(rest) || 1;
      if (rest.slice(0, length).includes("\n")) return undefined;
      plain += rest.slice(0, length);
      at += length;
    } else if (letter === "`") {
      const run = /^`+/.exec(rest)?.[0] ?? "`";
      const code = new RegExp(`^${run}(?!\`)([^]*?[^\`])${run}(?!\`)`).exec(rest);
      if (code) {
        flush();
        const inside = (code[1] ?? "").replace(/\n/g, " ");
        const isPadded = /^ .* $/.test(inside) && inside.trim() !== "";
        found.push({ kind: "code", text: isPadded ? inside.slice(1, -1) : inside });
        at += code[0].length;
      } else {
        plain += run;
        at += run.length;
      }
    } else if (letter === "!" && next === "[") return undefined;
    else if (letter === "[") {
      const close = bracketEnd(rest);
      const to = close < 0 ? null : /^\(([^\s()<>\\]*)\)/.exec(rest.slice(close + 1));
      if (to) {
        const inside = readSpans(rest.slice(1, close));
        if (!inside) return undefined;
        flush();
        found.push({ kind: "link", to: to[1] ?? "", spans: inside });
        at += close + 1 + to[0].length;
      } else if (close >= 0 && /^[([]/.test(rest.slice(close + 1))) return undefined;
      else {
        plain += "[";
        at += 1;
      }
    } else if (letter === "\n") {
      const isHard = / {2,}$/.test(plain);
      plain = plain.replace(/ +$/, "");
      if (isHard) {
        flush();
        found.push({ kind: "break" });
      } else plain += " ";
      at += 1 + (/^ */.exec(rest.slice(1))?.[0].length ?? 0);
    } else if ((letter === "<" && MARKUP.test(rest)) || (letter === "&" && ENTITY.test(rest)))
      return undefined;
    else if (letter === "*" || letter === "_" || letter === "~") {
      const run = new RegExp(`^\\${letter}+`).exec(rest)?.[0] ?? letter;
      const before = source.charAt(at - 1);
      const after = source.charAt(at + run.length);
      flush();
      found.push(delimiter(run, before, after));
      at += run.length;
    } else {
      plain += letter;
      at += 1;
    }
  }
  flush();
  const spans = paired(found);
  return spans && tidy(spans);
}

/** Whether a run may open and close, by the characters beside it. */
function delimiter(run: string, before: string, after: string): Delimiter {
  const isSpace = (letter: string) => letter === "" || SPACE.test(letter);
  const isMark = (letter: string) => PUNCTUATION.test(letter);
  const left = !isSpace(after) && (!isMark(after) || isSpace(before) || isMark(before));
  const right = !isSpace(before) && (!isMark(before) || isSpace(after) || isMark(after));
  const isWord = run.startsWith("_");
  return {
    kind: "delimiter",
    mark: run.charAt(0),
    count: run.length,
    opens: left && (!isWord || !right || isMark(before)),
    closes: right && (!isWord || !left || isMark(after)),
  };
}

/** Pairs the delimiters, the innermost first; those without a partner are text. */
function paired(found: (Span | Delimiter)[]): Span[] | undefined {
  const items = [...found];
  for (let close = 0; close < items.length; close += 1) {
    const right = items[close];
    if (right?.kind !== "delimiter" || !right.closes) continue;
    const open = items.findLastIndex(
      (left, at) =>
        at < close &&
        left.kind === "delimiter" &&
        left.opens &&
        left.mark === right.mark &&
        // The rule of three: `**a*b**` has no emphasis inside.
        (right.mark === "~"
          ? left.count === right.count
          : !(left.closes || right.opens) ||
            (left.count + right.count) % 3 !== 0 ||
            (left.count % 3 === 0 && right.count % 3 === 0)),
    );
    const left = items[open];
    if (left?.kind !== "delimiter") continue;
    if (right.mark === "~" && right.count !== 2) return undefined;
    const size = left.count >= 2 && right.count >= 2 ? 2 : 1;
    const spans = items.slice(open + 1, close).map(asSpan);
    const kind: SpanMark = right.mark === "~" ? "strike" : size === 2 ? "strong" : "emphasis";
    const remainder = (run: Delimiter) => (run.count > size ? [{ ...run, count: run.count - size }] : []);
    const before = remainder(left);
    items.splice(open, close - open + 1, ...before, { kind, spans }, ...remainder(right));
    close = open + before.length;
  }
  return items.map(asSpan);
}

function asSpan(item: Span | Delimiter): Span {
  return item.kind === "delimiter" ? { kind: "text", text: item.mark.repeat(item.count) } : item;
}

/** The spans in the form that reading them again returns: no empty ones, and equal neighbours joined. */
export function tidy(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans.flatMap(withSpacesOutside)) {
    const last = result.at(-1);
    if (span.kind === "text") {
      if (span.text === "") continue;
      if (last?.kind === "text") last.text += span.text;
      else result.push({ ...span });
    } else if (span.kind === "code" || span.kind === "break") result.push(span);
    else if (span.spans.length > 0) {
      if (last && "spans" in last && last.kind === span.kind && span.kind !== "link")
        last.spans = tidy([...last.spans, ...span.spans]);
      else result.push(span);
    }
  }
  return result;
}

/** A mark cannot begin or end with a space or a line break, so these go outside. */
function withSpacesOutside(span: Span): Span[] {
  if (!("spans" in span)) return [span];
  const inside = tidy(span.spans);
  const [before, after]: [Span[], Span[]] = [[], []];
  for (let first = inside[0]; first; first = inside[0]) {
    const spaces = first.kind === "text" ? (/^\s+/.exec(first.text)?.[0] ?? "") : "";
    if (first.kind === "break") before.push(first);
    else if (spaces) before.push({ kind: "text", text: spaces });
    else break;
    if (first.kind === "text" && first.text !== spaces) first.text = first.text.slice(spaces.length);
    else inside.shift();
  }
  for (let last = inside.at(-1); last; last = inside.at(-1)) {
    const spaces = last.kind === "text" ? (/\s+$/.exec(last.text)?.[0] ?? "") : "";
    if (last.kind === "break") after.unshift(last);
    else if (spaces) after.unshift({ kind: "text", text: spaces });
    else break;
    if (last.kind === "text" && last.text !== spaces)
      last.text = last.text.slice(0, last.text.length - spaces.length);
    else inside.pop();
  }
  return [...before, ...(inside.length > 0 ? [{ ...span, spans: inside }] : []), ...after];
}

/** The spans without white space at their start and end. */
export function trimmed(spans: readonly Span[]): Span[] {
  const result = tidy(spans);
  const isBlank = (span: Span | undefined) =>
    span?.kind === "break" || (span?.kind === "text" && span.text.trim() === "");
  while (isBlank(result[0])) result.shift();
  while (isBlank(result.at(-1))) result.pop();
  const [first, last] = [result[0], result.at(-1)];
  if (first?.kind === "text") first.text = first.text.trimStart();
  if (last?.kind === "text") last.text = last.text.trimEnd();
  // No spaces beside a line break.
  for (const [at, span] of result.entries()) {
    if (span.kind !== "text") continue;
    if (result[at + 1]?.kind === "break") span.text = span.text.trimEnd();
    if (result[at - 1]?.kind === "break") span.text = span.text.trimStart();
  }
  return result;
}

/** The source of spans. `escaped` puts a backslash before each character that may be a mark. */
export function writeSpans(spans: readonly Span[], escaped: boolean): string {
  const write = (span: Span): string => {
    if (span.kind === "text") return escaped ? escapeText(span.text) : span.text;
    if (span.kind === "break") return "  \n";
    if (span.kind === "code") return writeCode(span.text);
    const inside = writeSpans(span.spans, escaped);
    if (span.kind === "link") return `[${inside}](${span.to.replace(/[\s()<>\\]/g, encodeURIComponent)})`;
    return MARKS[span.kind] + inside + MARKS[span.kind];
  };
  return spans.map(write).join("");
}

function writeCode(text: string): string {
  const runs: string[] = text.match(/`+/g) ?? [];
  let ticks = "`";
  while (runs.includes(ticks)) ticks += "`";
  const pad = /^`|`$|^ .* $/.test(text) ? " " : "";
  return ticks + pad + text + pad + ticks;
}

function escapeText(text: string): string {
  let result = "";
  for (let at = 0; at < text.length; at += 1) {
    const rest = text.slice(at);
    const kept = rest.startsWith("\\$") ? 2 : rest.startsWith("$") ? formulaLength(rest) : 0;
    if (kept > 0) {
      result += rest.slice(0, kept);
      at += kept - 1;
    } else result += (/^(?:[\\`*_[\]<~]|&(?=[#\w]))/.test(rest) ? "\\" : "") + rest.charAt(0);
  }
  return result.replace(/^([-+>#=|])/gm, "\\$1").replace(/^(\d{1,9})([.)])(?=\s|$)/gm, "$1\\$2");
}
