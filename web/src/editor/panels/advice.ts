// What the built-in author and the checks of a deck say, in the words of the app: fields by their names, and in the
// language of the page. What a vendor's model wrote stays as it is.

import { loadTexts, t } from "../../lib/i18n";

await loadTexts("advice");

/** The patterns of remarks. Groups of a pattern are the values of the text. */
export const REMARKS: readonly [key: string, pattern: RegExp][] = [
  ["no-title", /^The deck has no title slide: /],
  ["no-closing", /^The deck stops without a closing slide: /],
  ["no-sections", /^(?<n>\d+) slides run on without a section opener: /],
  ["empty-section", /^Two section openers stand in a row: /],
  ["full-stop", /^Headlines end without a full stop, except on slide (?<numbers>.+): /],
  ["capitals", /^Headlines are written like sentences, but slide (?<numbers>.+) has Capitals/],
  ["small-letter", /^The headline of slide (?<numbers>.+) begins with a small letter/],
  ["exclamations", /^(?<n>\d+) exclamation marks make the deck loud: /],
  ["characters", /^The slide holds (?<n>\d+) characters: /],
  ["entries", /^(?<n>\d+) entries are more than a room takes in: /],
  ["little", /^The slide says very little: /],
  ["no-notes", /^All of the talk stands on the slide and none in the notes: /],
  ["long-headline", /^The headline has (?<n>\d+) characters: /],
  ["no-headline", /^The slide has no headline: /],
  ["timeline", /^(?<n>\d+) dates in a row read better along a timeline/],
  ["figures", /^(?<n>\d+) figures carry this slide: /],
  ["list", /^Nothing but short points: /],
  ["long-sentence", /^"(?<start>.+)" is a sentence of (?<n>\d+) words: /],
  ["long-words", /^(?<long>\d+) of (?<all>\d+) words have more than twelve letters: /],
  ["same-headline", /^The headline is the same as on slide (?<number>\d+): /],
  ["same-text", /^The slide says much the same as slide (?<number>\d+): /],
  ["third", /^The third .+ slide in a row: /],
  ["many", /^(?<field>\S+) has (?<n>\d+) (?:entries|lines); (?<most>\d+) at most read well/],
  ["blocks", /^(?<n>\d+) blocks in \d+ rows; (?<most>\d+) at most read well/],
  ["length", /^(?:a line of )?(?<field>\S+) has (?<n>\d+) characters; (?<most>\d+) at most read well/],
  ["lengths", /^(?<n>\d+) texts in (?<field>\S+) have over (?<most>\d+) characters/],
  ["alt", /^(?<field>\S+): (?:the picture|a picture in the text) has no alternative text/],
  ["address", /^(?<field>\S+) has no address yet/],
  ["plain", /^(?<n>\d+) of (?<all>\d+) content slides are plain text; /],
  ["highlight", /^highlight: `(?<name>[^`]+)` is the name of no category or series/],
  ["too-much", /^(?:t|T)oo much text for one slide: /],
  ["is-short", /^(?<subject>.+) is short already\.$/],
  ["no-split", /^(?<subject>.+) has nothing to split\.$/],
  ["is-so", /^(?<subject>.+) is that way already\.$/],
  ["shorter", /^shorter wording; what was taken off/],
  ["halves", /^two slides with half the content each$/],
];

/** The subject of a sentence, such as `slide 3`. */
function subjectText(subject: string): string {
  const number = /^slide (\d+)$/.exec(subject)?.[1];
  if (number) return t("advice.subject.slide", { number });
  const numbers = /^slides (.+)$/.exec(subject)?.[1];
  return numbers ? t("advice.subject.slides", { numbers }) : t("advice.subject.deck");
}

/**
 * A remark in the words of the app, or as it is where the app has none for it. `nameOf` returns the name of a field by its
 * path, such as `items[2].title`.
 */
export function remarkText(remark: string, nameOf: (path: string) => string): string {
  const said = remark.replace(/^Nothing was changed: /, "");
  for (const [key, pattern] of REMARKS) {
    const found = pattern.exec(said);
    if (!found) continue;
    const values = Object.entries(found.groups ?? {}).map(([name, value]) => [
      name,
      // A path at the beginning of a sentence has a capital.
      name === "field"
        ? nameOf(value.charAt(0).toLowerCase() + value.slice(1))
        : name === "subject"
          ? subjectText(value)
          : value,
    ]);
    return t(`advice.${key}`, Object.fromEntries(values) as Record<string, string>);
  }
  return remark;
}
