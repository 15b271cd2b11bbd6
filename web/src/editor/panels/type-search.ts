// Searches and suggests slide types, and knows which conversions lose nothing.

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

/** Without case and accents, so that `cafe` finds `Café`. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();
}

/** How well a word matches a type, from 4 (the label starts with it) to 0. */
function weight(type: OfferedType, word: string): number {
  const label = plain(type.label);
  if (label.startsWith(word)) return 4;
  if (label.includes(word)) return 3;
  const begins = (text: string) =>
    plain(text)
      .split(/[^\p{L}\p{N}]+/u)
      .some((part) => part.startsWith(word));
  if (begins(type.find)) return 3;
  if (type.best.some(begins)) return 2;
  return begins(type.about) ? 1 : 0;
}

/** The types that match every word, best first; all of them for an empty query. */
export function searchTypes(types: OfferedType[], query: string): OfferedType[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return types;
  const weighed = types.map((type) => ({ type, weights: words.map((word) => weight(type, word)) }));
  return weighed
    .filter(({ weights }) => weights.every((met) => met > 0))
    .map(({ type, weights }) => ({ type, sum: weights.reduce((sum, met) => sum + met, 0) }))
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
