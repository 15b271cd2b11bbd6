// Full-text search in a deck.

import type { Content, JsonValue, Slide } from "../lib/api-types";

export interface SearchHit {
  slideId: string;
  number: number;
  /** A path inside the content, or `notes`. */
  field: string;
  before: string;
  hit: string;
  after: string;
}

const CONTEXT = 32;
const MAX_HITS = 50;

/** All texts that contain the words, whatever their case and accents. */
export function findInSlides(
  slides: readonly Slide[],
  contentOf: (slide: Slide) => Content,
  words: string,
): SearchHit[] {
  const query = fold(words.trim());
  if (!query) return [];
  const hits: SearchHit[] = [];
  slides.forEach((slide, at) => {
    for (const [field, text] of [...textsIn(contentOf(slide), ""), ["notes", slide.notes] as const]) {
      const start = fold(text).indexOf(query);
      if (start < 0) continue;
      const end = start + query.length;
      hits.push({
        slideId: slide.id,
        number: at + 1,
        field,
        before: (start > CONTEXT ? "…" : "") + text.slice(Math.max(0, start - CONTEXT), start),
        hit: text.slice(start, end),
        after: text.slice(end, end + CONTEXT) + (text.length > end + CONTEXT ? "…" : ""),
      });
    }
  });
  return hits.slice(0, MAX_HITS);
}

/** Folds character by character, so that offsets stay valid. */
function fold(text: string): string {
  return Array.from({ length: text.length }, (_, at) =>
    text.charAt(at).normalize("NFD").charAt(0).toLowerCase(),
  ).join("");
}

function* textsIn(value: JsonValue | undefined, path: string): Generator<readonly [string, string]> {
  if (typeof value === "string") {
    if (/\s|[a-z]/i.test(value) && !value.startsWith("/uploads/")) yield [path, value];
  } else if (Array.isArray(value)) {
    for (const [at, entry] of value.entries()) yield* textsIn(entry, `${path}.${String(at)}`);
  } else if (value && typeof value === "object") {
    for (const [key, nested] of Object.entries(value)) yield* textsIn(nested, path ? `${path}.${key}` : key);
  }
}
