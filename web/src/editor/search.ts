// Finds and replaces text in a deck.

import type { Content, Deck, Edit, FieldDeclaration, Slide } from "../lib/api-types";
import { MAX_NOTES, MAX_TITLE } from "../lib/deck-limits";
import type { SlideType } from "./panel-types";
import { textAt } from "./store/texts";

/** A text of the deck in the language shown. */
export interface DeckText {
  /** Empty for the title of the deck. */
  slideId: string;
  /** The number of the slide, 0 for the title of the deck. */
  number: number;
  /** As in edits: `content.items.2.title`, `notes`, or `title` of the deck. */
  path: string;
  text: string;
  isMarkdown?: boolean;
  maxLength: number | undefined;
  /** The language of the text where it is a translation. */
  lang: string | undefined;
}

/** One place where the words are found. */
export interface Match {
  /** The text in which they are found. */
  at: DeckText;
  start: number;
  end: number;
}

export interface SearchOptions {
  matchCase: boolean;
  wholeWord: boolean;
}

const CONTEXT = 32;
const SEARCHED_TYPES = new Set(["string", "markdown", "csv", "code", "url", "link"]);

/** All texts of a deck in a language: its title, then slide by slide. */
export function deckTexts(
  deck: Deck,
  typeOf: (slide: Slide) => SlideType | undefined,
  language: string,
): DeckText[] {
  const isMain = language === deck.language;
  const lang = isMain ? undefined : language;
  const title = isMain ? deck.title : (deck.translations[language]?.title ?? "");
  const texts: DeckText[] = [
    { slideId: "", number: 0, path: "title", text: title, maxLength: MAX_TITLE, lang },
  ];
  deck.slides.forEach((slide, at) => {
    const place = { slideId: slide.id, number: at + 1 };
    for (const { path, field } of textFields(typeOf(slide)?.fields ?? [], slide.content, "content")) {
      // A field that is not translated has one text for all languages.
      const own = field.translatable ? language : deck.language;
      texts.push({
        ...place,
        path,
        text: textAt(deck, slide.id, path, own),
        isMarkdown: field.type === "markdown",
        maxLength: field.maxLength,
        lang: field.translatable ? lang : undefined,
      });
    }
    const notes = textAt(deck, slide.id, "notes", language);
    const isMarkdown = true;
    texts.push({ ...place, path: "notes", text: notes, isMarkdown, maxLength: MAX_NOTES, lang });
  });
  return texts.filter(({ text }) => text !== "");
}

function* textFields(
  fields: readonly FieldDeclaration[],
  content: Content,
  path: string,
): Generator<{ path: string; field: FieldDeclaration }> {
  for (const field of fields) {
    const value = content[field.key];
    const inside = `${path}.${field.key}`;
    if (typeof value === "string" && SEARCHED_TYPES.has(field.type)) yield { path: inside, field };
    if (!Array.isArray(value)) continue;
    for (const [at, entry] of value.entries()) {
      if (entry && typeof entry === "object" && !Array.isArray(entry))
        yield* textFields(field.itemFields ?? [], entry, `${inside}.${String(at)}`);
    }
  }
}

/** All places with the words, in the order of the deck. Without `matchCase`, case and accents do not count. */
export function findMatches(texts: readonly DeckText[], words: string, options: SearchOptions): Match[] {
  const normal = options.matchCase ? (text: string) => text : fold;
  const query = normal(words.trim());
  if (!query) return [];
  return texts.flatMap((at) => {
    const text = normal(at.text);
    const matches: Match[] = [];
    let start = text.indexOf(query);
    while (start >= 0) {
      const end = start + query.length;
      const isFound = !options.wholeWord || (!isLetter(text, start - 1) && !isLetter(text, end));
      if (isFound) matches.push({ at, start, end });
      start = text.indexOf(query, isFound ? end : start + 1);
    }
    return matches;
  });
}

const isLetter = (text: string, at: number) => /[\p{L}\p{N}_]/u.test(text.charAt(at));

/** Folds character by character, so that offsets stay valid. Korean and Japanese letters are not decomposed. */
function fold(text: string): string {
  return Array.from({ length: text.length }, (_, at) => {
    const letter = text.charAt(at);
    const parts = letter.normalize("NFD");
    return (/^.[\u0300-\u036f]+$/.test(parts) ? parts.charAt(0) : letter).toLowerCase();
  }).join("");
}

/** A match with the words around it, in one line and without the marks of Markdown. */
export function excerptOf({ at: { text, isMarkdown }, start, end }: Match): {
  before: string;
  hit: string;
  after: string;
} {
  const plain = isMarkdown ? withoutMarks : (words: string) => words;
  const [before, after] = [plain(`\n${text.slice(0, start)}`).slice(1), plain(text.slice(end))];
  return {
    before: (before.length > CONTEXT ? "…" : "") + before.slice(-CONTEXT),
    hit: text.slice(start, end),
    after: after.slice(0, CONTEXT) + (after.length > CONTEXT ? "…" : ""),
  };
}

const withoutMarks = (text: string) =>
  text.replace(/\n[^\S\n]*(?:[-*+]|#+|\d+[.)])[^\S\n]+/g, "\n").replace(/\]\([^)\n]*\)?|[*`[]/g, "");

/** The edits that replace matches, and how many matches are left because their text would become too long. */
export function replacementEdits(
  matches: readonly Match[],
  replacement: string,
): { edits: Edit[]; replaced: number; tooLong: number } {
  const byText = new Map<DeckText, Match[]>();
  for (const match of matches) byText.set(match.at, [...(byText.get(match.at) ?? []), match]);
  const edits: Edit[] = [];
  let [replaced, tooLong] = [0, 0];
  for (const [at, places] of byText) {
    let value = "";
    let from = 0;
    for (const { start, end } of places) {
      value += at.text.slice(from, start) + replacement;
      from = end;
    }
    value += at.text.slice(from);
    // A text that stays the same needs no edit, and no step to undo.
    if (value === at.text) continue;
    if (at.maxLength !== undefined && [...value].length > at.maxLength) {
      tooLong += places.length;
      continue;
    }
    replaced += places.length;
    const lang = at.lang === undefined ? {} : { lang: at.lang };
    edits.push(
      at.slideId
        ? { op: "set", slideId: at.slideId, path: at.path, value, ...lang }
        : { op: "deck", path: "title", value, ...lang },
    );
  }
  return { edits, replaced, tooLong };
}
