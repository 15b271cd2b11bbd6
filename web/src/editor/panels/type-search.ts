// Searches and suggests slide types, and knows which conversions lose nothing.

import { plain } from "../../lib/plain";

/** A slide type in the language of the interface. */
export type OfferedType = {
  key: string;
  typeId: string;
  label: string;
  about: string;
  /** What it is good for. */
  best: string[];
  /** Synonyms. */
  find: string;
  /** `basic`, `media`, …, or `ours` for the organization's own types. */
  group: string;
};

/** The maximum number of suggestions. */
const MOST_SUGGESTED = 4;

/** Added to the weight of a type when its synonyms contain a query of several words as it is typed. */
const PHRASE_WEIGHT = 4;

/** Words that say nothing about a type, in the languages of the interface. */
const STOP_WORDS = new Set(
  "a an and the of for with to or my our een en de het van voor met of mijn ons onze slide dia".split(" "),
);
/** The maximum number of letters, such as those of a plural, that may follow a known word. */
const LONGEST_ENDING = 3;
const SHORTEST_STEM = 4;

const wordsOf = (text: string) =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * Whether a text has a word that starts with the typed one, or to which the typed one only adds a short
 * ending.
 */
function hasWord(text: string, typed: string): boolean {
  return wordsOf(text).some(
    (word) =>
      word.startsWith(typed) ||
      (word.length >= SHORTEST_STEM &&
        typed.startsWith(word) &&
        typed.length - word.length <= LONGEST_ENDING),
  );
}

/** Whether two words differ by one typing error: a letter too many, too few or wrong, or two that are exchanged. */
function isOneErrorApart(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  const shorter = Math.min(one.length, other.length) - start;
  while (end < shorter && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  const isExchanged = left.length === 2 && left === [...right].reverse().join("");
  return isExchanged || (left.length <= 1 && right.length <= 1);
}

/**
 * Whether a text has a word that begins with the typed one, with one typing error that is not in the first
 * letter.
 */
function hasNearWord(text: string, typed: string): boolean {
  if (typed.length < SHORTEST_STEM) return false;
  const lengths = [typed.length - 1, typed.length, typed.length + 1];
  return wordsOf(text).some(
    (word) => word[0] === typed[0] && lengths.some((length) => isOneErrorApart(word.slice(0, length), typed)),
  );
}

/** How well a word with a typing error matches a type, from 2 (in its label) to 0. */
const nearWeight = (type: OfferedType, word: string) =>
  hasNearWord(type.label, word) ? 2 : hasNearWord(type.find, word) ? 1 : 0;

/** How well a word matches a type, from 6 (it is the label) to 0. */
function weight(type: OfferedType, word: string): number {
  const label = plain(type.label);
  if (label === word) return 6;
  if (wordsOf(label).includes(word)) return 5;
  if (label.startsWith(word) || wordsOf(type.find).includes(word)) return 4;
  if (label.includes(word) || hasWord(type.find, word)) return 3;
  if (type.best.some((use) => hasWord(use, word))) return 2;
  return hasWord(type.about, word) ? 1 : 0;
}

/**
 * The types that match every word, best first; all of them for an empty query. Where none matches every word, those
 * that match the most words.
 */
export function searchTypes(types: OfferedType[], query: string): OfferedType[] {
  const typed = wordsOf(query);
  if (typed.length === 0) return types;
  const significant = typed.filter((word, at) => at === typed.length - 1 || !STOP_WORDS.has(word));
  const phrase = ` ${typed.join(" ")}`;
  // Where no type has a word, it may have a typing error.
  const isKnown = (word: string) => types.some((type) => weight(type, word) > 0);
  const weightOf = new Map(significant.map((word) => [word, isKnown(word) ? weight : nearWeight]));
  const weighed = types
    .map((type) => {
      const weights = significant.map((word) => weightOf.get(word)?.(type, word) ?? 0);
      const isPhrase = typed.length > 1 && ` ${wordsOf(type.find).join(" ")}`.includes(phrase);
      const sum = weights.reduce((total, weight) => total + weight, isPhrase ? PHRASE_WEIGHT : 0);
      return { type, met: weights.filter((weight) => weight > 0).length, sum };
    })
    .filter(({ met }) => met > 0);
  const most = Math.max(0, ...weighed.map(({ met }) => met));
  return weighed
    .filter(({ met }) => met === most)
    .sort((one, other) => other.sum - one.sum)
    .map(({ type }) => type);
}

/** Types that usually follow a type. */
const FOLLOWERS: Record<string, string[]> = {
  "title-slide": ["list-slide", "image-text-slide", "follow-invite-slide"],
  "chapter-title-slide": ["content-slide", "image-text-slide", "list-slide"],
  "follow-invite-slide": ["poll-slide", "list-slide", "chapter-title-slide"],
  "content-slide": ["image-text-slide", "quote-slide", "list-slide"],
  "list-slide": ["image-text-slide", "process-slide", "kpi-metrics-slide"],
  "image-text-slide": ["quote-slide", "gallery-slide", "list-slide"],
  "image-slide": ["content-slide", "gallery-slide", "quote-slide"],
  "kpi-metrics-slide": ["chart-slide", "comparison-slide", "quote-slide"],
  "chart-slide": ["kpi-metrics-slide", "content-slide", "comparison-slide"],
  "table-slide": ["chart-slide", "kpi-metrics-slide", "content-slide"],
  "comparison-slide": ["list-slide", "poll-slide", "matrix-slide"],
  "process-slide": ["timeline-slide", "image-text-slide", "list-slide"],
  "timeline-slide": ["kpi-metrics-slide", "team-cards-slide", "end-slide"],
  "quote-slide": ["chapter-title-slide", "image-text-slide", "list-slide"],
  "poll-slide": ["content-slide", "chart-slide", "feedback-slide"],
  "likert-slide": ["content-slide", "chart-slide", "feedback-slide"],
  "likert-slider-slide": ["content-slide", "feedback-slide", "quote-slide"],
  "feedback-slide": ["end-slide", "list-slide", "chapter-title-slide"],
  "team-cards-slide": ["timeline-slide", "quote-slide", "end-slide"],
};

/** Types that any deck can use, where the current type has no followers. */
const USEFUL = [
  "list-slide",
  "content-slide",
  "image-text-slide",
  "kpi-metrics-slide",
  "quote-slide",
  "chart-slide",
  "timeline-slide",
  "comparison-slide",
  "poll-slide",
  "end-slide",
];

/** At most four types: two that usually follow the current one, then types that the deck does not use yet. */
export function suggestTypes(
  types: OfferedType[],
  currentType: string | undefined,
  used: string[],
): OfferedType[] {
  const isOffered = (key: string) => types.some((type) => type.key === key);
  const isNew = (key: string) => !used.includes(key);
  const next = (FOLLOWERS[currentType ?? ""] ?? []).filter(isOffered);
  const useful = USEFUL.filter(isOffered);
  const following = [...next.filter(isNew), ...next].slice(0, 2);
  const order = new Set([...following, ...useful.filter(isNew), ...useful]);
  const offered = [...order].map((key) => types.find((type) => type.key === key));
  return offered.filter((type) => type !== undefined).slice(0, MOST_SUGGESTED);
}

/** Conversions without loss, as in the catalogue's `conversions`. */
const LOSSLESS: Record<string, string[]> = {
  "content-slide": ["image-text-slide"],
  "image-text-slide": ["content-slide"],
  "image-slide": ["image-text-slide"],
  "list-slide": ["content-slide"],
  "title-slide": ["chapter-title-slide"],
  "chapter-title-slide": ["title-slide"],
};

/** Whether a conversion keeps all texts without the assistant. */
export function isLossless(from: string, to: string): boolean {
  return LOSSLESS[from]?.includes(to) ?? false;
}
