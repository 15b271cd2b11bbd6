// An agenda: a slide whose text is a numbered list of links to the sections of the deck. It follows their names and
// their order, in each language.

import type { Deck, Edit, SetEdit, Slide } from "../lib/api-types";
import { opensSection, type TypeOf } from "./list/sections";
import { allApplied } from "./store/apply";
import { shownContent } from "./store/texts";

/** The key of the agenda among the slide types on offer. Its slides have the type of `AGENDA_SLIDE`. */
export const AGENDA = "agenda";
export const AGENDA_SLIDE = "content-slide";

/** The minimum number of sections of an agenda. */
const MIN_SECTIONS = 2;

const textOf = (slide: Slide, key: string) => {
  const text = slide.content[key];
  return typeof text === "string" ? text.trim() : "";
};

/** The slides that open the sections of a deck and have a name. */
const sectionsOf = (slides: readonly Slide[], typeOf: TypeOf) =>
  slides.filter((slide) => opensSection(slide, typeOf) && textOf(slide, "title"));

/** The names of the sections of a deck. */
export const sectionNames = (slides: readonly Slide[], typeOf: TypeOf) =>
  sectionsOf(slides, typeOf).map((slide) => textOf(slide, "title"));

/** The text of an agenda of the deck; undefined where the deck has too few sections. */
export function agendaText(slides: readonly Slide[], typeOf: TypeOf): string | undefined {
  const sections = sectionsOf(slides, typeOf);
  if (sections.length < MIN_SECTIONS) return undefined;
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
export function isAgenda(slide: Slide, typeOf: TypeOf): boolean {
  const lines = textOf(slide, "body").split(/\n+/);
  return (
    typeOf(slide)?.key === AGENDA_SLIDE &&
    lines.every((line) => /^\d+\. \[.+\]\(#slide:[\w-]+\)$/.test(line.trim()))
  );
}

/** The new text of an agenda whose sections have changed; undefined where the agenda is up to date. */
export function updatedAgenda(slide: Slide, slides: readonly Slide[], typeOf: TypeOf): string | undefined {
  if (!isAgenda(slide, typeOf)) return undefined;
  const text = agendaText(slides, typeOf);
  return text === textOf(slide, "body") ? undefined : text;
}

/** The slides of a deck with their texts in a language. */
const slidesIn = (deck: Deck, language: string) =>
  deck.slides.map((slide) => ({ ...slide, content: shownContent(deck, slide, language) }));

/** Whether an edit may change the sections of a deck, their names, or its agendas. */
function mayChangeAgenda(deck: Deck, edit: Edit, typeOf: TypeOf): boolean {
  if (edit.op !== "set") return edit.op !== "deck";
  if (edit.path === "type" || edit.path === "") return true;
  const slide = deck.slides.find(({ id }) => id === edit.slideId);
  return edit.path === "content.title" && slide !== undefined && opensSection(slide, typeOf);
}

/**
 * The edits that update the agendas of a deck after other edits. An agenda that was not up to date before those edits
 * was written by hand, and stays.
 */
export function followingEdits(deck: Deck, edits: readonly Edit[], typeOf: TypeOf): SetEdit[] {
  if (!edits.some((edit) => mayChangeAgenda(deck, edit, typeOf))) return [];
  const after = allApplied(deck, edits);
  const made: SetEdit[] = [];
  const mainText = agendaText(after.slides, typeOf);
  for (const language of [deck.language, ...deck.languages.filter((tag) => tag !== deck.language)]) {
    const [before, slides] = [slidesIn(deck, language), slidesIn(allApplied(after, made), language)];
    const [old, text] = [agendaText(before, typeOf), agendaText(slides, typeOf)];
    if (text === undefined) continue;
    for (const slide of slides) {
      const known = before.find(({ id }) => id === slide.id);
      const own = after.slides.find(({ id }) => id === slide.id);
      const wasUpToDate = known
        ? isAgenda(known, typeOf) && textOf(known, "body") === old
        : own && textOf(own, "body") === mainText;
      if (!wasUpToDate || !isAgenda(slide, typeOf) || textOf(slide, "body") === text) continue;
      const edit: SetEdit = { op: "set", slideId: slide.id, path: "content.body", value: text };
      made.push(language === deck.language ? edit : { ...edit, lang: language });
    }
  }
  return made;
}
