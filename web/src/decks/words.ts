// The word count and the language of a text.

/** The number of words in any script. */
export function wordCount(text: string): number {
  if (typeof Intl.Segmenter !== "function") return text.split(/\s+/).filter(Boolean).length;
  // Segmenting a long text on each keystroke would be slow.
  if (text.length > 20_000) return text.split(/\s+/).filter(Boolean).length;
  let count = 0;
  for (const { isWordLike } of new Intl.Segmenter(undefined, { granularity: "word" }).segment(text)) {
    if (isWordLike) count++;
  }
  return count;
}

/** Frequent words of each language, without those that related languages share. */
const COMMON_WORDS: Record<string, string> = {
  "en-GB":
    "the and of to is that for it with was are be this have from not they which you will has were their",
  nl: "de het een en van dat niet zijn op te voor met er aan ook als maar om bij nog naar wordt worden onze",
  de: "der die und das ist nicht ein eine zu den mit sich auf für dem des im auch als werden wird oder wir",
  fr: "le la les et des est une pour que dans qui pas sur au avec sont du ce il plus par nous vous",
  es: "el los las y que es una por para con no se del al su como más pero sus está son nos",
  it: "il che di è un una per non sono con del della le gli si da anche più come nel alla ma",
  pt: "o os e que é um uma para não com do da em por mais como dos das ao seu são nos",
  sv: "och att det som en är på för av med den inte till har ett om var jag men vi de",
  da: "og at det er en af til på som med for ikke der den har de et vi kan",
  pl: "i w nie na to jest się z że do jak o co po ale od za przez są oraz dla",
};

const MIN_WORDS = 12;

/** The language that a text seems to be in; undefined where it is too short or ambiguous. */
export function detectLanguage(text: string): string | undefined {
  const words =
    text
      .slice(0, 4000)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  if (words.length < MIN_WORDS) return undefined;
  const scores = Object.entries(COMMON_WORDS).map(([tag, common]) => {
    const known = new Set(common.split(" "));
    return { tag, score: words.filter((word) => known.has(word)).length / words.length };
  });
  scores.sort((a, b) => b.score - a.score);
  const [best, second] = scores;
  if (!best || !second || best.score < 0.08 || best.score < second.score * 1.2) return undefined;
  return best.tag;
}
