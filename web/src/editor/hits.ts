// Where words are said in a deck.

import type { Content, JsonValue, Slide } from "../lib/api-types";

export interface Hit {
  slideId: string;
  number: number;
  /** Inside the content, or `notes`. */
  field: string;
  before: string;
  hit: string;
  after: string;
}

const AROUND = 32;
const MOST = 50;

/** All places that hold the words, whatever their case and accents. */
export function hitsIn(slides: readonly Slide[], contentOf: (slide: Slide) => Content, words: string): Hit[] {
  const wanted = folded(words.trim());
  if (!wanted) return [];
  const hits: Hit[] = [];
  slides.forEach((slide, at) => {
    for (const [field, text] of [...texts(contentOf(slide), ""), ["notes", slide.notes] as const]) {
      const place = folded(text).indexOf(wanted);
      if (place < 0) continue;
      const end = place + wanted.length;
      hits.push({
        slideId: slide.id,
        number: at + 1,
        field,
        before: (place > AROUND ? "…" : "") + text.slice(Math.max(0, place - AROUND), place),
        hit: text.slice(place, end),
        after: text.slice(end, end + AROUND) + (text.length > end + AROUND ? "…" : ""),
      });
    }
  });
  return hits.slice(0, MOST);
}

/** Letter by letter, so that places stay what they are. */
function folded(text: string): string {
  return Array.from({ length: text.length }, (_, at) =>
    text.charAt(at).normalize("NFD").charAt(0).toLowerCase(),
  ).join("");
}

function* texts(value: JsonValue | undefined, path: string): Generator<readonly [string, string]> {
  if (typeof value === "string") {
    if (/\s|[a-z]/i.test(value) && !value.startsWith("/uploads/")) yield [path, value];
  } else if (Array.isArray(value)) {
    for (const [at, entry] of value.entries()) yield* texts(entry, `${path}.${String(at)}`);
  } else if (value && typeof value === "object") {
    for (const [key, inside] of Object.entries(value)) yield* texts(inside, path ? `${path}.${key}` : key);
  }
}
