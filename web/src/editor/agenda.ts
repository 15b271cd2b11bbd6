// An agenda: a slide whose text is a numbered list of links to the sections of the deck.

import type { Slide } from "../lib/api-types";

/** The key of the agenda among the slide types on offer. Its slides have the type of `AGENDA_SLIDE`. */
export const AGENDA = "agenda";
export const AGENDA_SLIDE = "content-slide";
const SECTION = "chapter-title-slide";

/** An agenda of one section says nothing. */
const FEWEST = 2;

type KeyOf = (slide: Slide) => string | undefined;

const textOf = (slide: Slide, key: string) => {
  const text = slide.content[key];
  return typeof text === "string" ? text.trim() : "";
};

/** The slides that open the sections of a deck and have a name. */
const sectionsOf = (slides: readonly Slide[], keyOf: KeyOf) =>
  slides.filter((slide) => keyOf(slide) === SECTION && textOf(slide, "title"));

/** The names of the sections of a deck. */
export const sectionNames = (slides: readonly Slide[], keyOf: KeyOf) =>
  sectionsOf(slides, keyOf).map((slide) => textOf(slide, "title"));

/** The text of an agenda of the deck; undefined where the deck has too few sections. */
export function agendaText(slides: readonly Slide[], keyOf: KeyOf): string | undefined {
  const sections = sectionsOf(slides, keyOf);
  if (sections.length < FEWEST) return undefined;
  return sections
    .map((slide, at) => {
      const name = textOf(slide, "title")
        .replace(/\s+/g, " ")
        .replace(/[\\[\]*_`~$<]/g, "\\$&");
      return `${String(at + 1)}. [${name}](#slide:${slide.id})`;
    })
    .join("\n");
}

/** Whether a slide is an agenda: it lists links to slides, and nothing else. */
function isAgenda(slide: Slide, keyOf: KeyOf): boolean {
  const lines = textOf(slide, "body").split(/\n+/);
  return (
    keyOf(slide) === AGENDA_SLIDE &&
    lines.every((line) => /^\d+\. \[.+\]\(#slide:[\w-]+\)$/.test(line.trim()))
  );
}

/** The new text of an agenda whose sections have changed; undefined where it is as the sections are. */
export function updatedAgenda(slide: Slide, slides: readonly Slide[], keyOf: KeyOf): string | undefined {
  if (!isAgenda(slide, keyOf)) return undefined;
  const text = agendaText(slides, keyOf);
  return text === textOf(slide, "body") ? undefined : text;
}
