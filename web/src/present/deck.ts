// The deck of a talk: as the server stores it, and as it is drawn for a hall.

import { api } from "../lib/api";
import type { Invite, Presentation, Slide } from "../lib/api-types";
import type { DrawnSlide, Look } from "./channel";

/** A presentation as far as a talk needs it. */
export type Deck = Pick<
  Presentation,
  "id" | "title" | "language" | "languages" | "revision" | "slides" | "settings" | "translations"
>;

/** How slides and their parts come. */
export const lookOf = ({ settings }: Deck): Look => ({
  transition: settings.transitions.preset,
  typed: settings.revealStyle === "typewriter",
});

const RIGHT_TO_LEFT = new Set([
  "ar",
  "arc",
  "ckb",
  "dv",
  "fa",
  "ha",
  "he",
  "ks",
  "ps",
  "sd",
  "ug",
  "ur",
  "yi",
]);

export const readsRightToLeft = (lang: string) => RIGHT_TO_LEFT.has(lang.split("-")[0]?.toLowerCase() ?? "");

export async function readDeck(id: string): Promise<Deck> {
  return (await api.get("/api/presentations/{id}", { id })).presentation;
}

/** What a slide is called, as its drawing says it. The number before it is that of the slide. */
export function labelOf(html: string): string {
  const said = html.match(/ aria-label="([^"]*)"/)?.[1] ?? "";
  const plain = new DOMParser().parseFromString(said, "text/html").documentElement.textContent ?? "";
  return plain.replace(/^\d+\s*/, "");
}

export type Drawing = { slides: DrawnSlide[]; hints: number };

/** Draws slides for a hall, all of them or some, in the order of the deck. */
export async function draw(
  deck: Deck,
  lang: string,
  invite: Invite | undefined,
  slideIds?: string[],
): Promise<Drawing> {
  const body = { lang, ...(invite && { invite }), ...(slideIds && { slideIds }) };
  const answer = await api.post("/api/presentations/{id}/talk", { id: deck.id, body });
  const drawn = new Map(answer.slides.map((slide) => [slide.slideId, slide]));
  const slides = deck.slides.flatMap((stored): DrawnSlide[] => {
    const slide = drawn.get(stored.id);
    if (!slide) return [];
    return [
      {
        id: stored.id,
        html: slide.html,
        css: answer.css,
        steps: slide.steps,
        skipped: stored.visibility?.hideInPresentation ?? false,
        label: labelOf(slide.html),
        countsUp: stored.content["countUp"] === "on",
      },
    ];
  });
  const hints = answer.slides.reduce((sum, slide) => sum + slide.findings.length, 0);
  return { slides, hints };
}

/** Types whose drawing says how to join, or may. */
const INVITING = /\.(follow-invite|poll|likert|likert-slider|feedback)$/;

export function inviting(deck: Deck): string[] {
  return deck.slides.filter((slide) => INVITING.test(slide.type)).map((slide) => slide.id);
}

const ASKING = /\.(poll|likert|likert-slider|feedback)$/;

export const asksSomething = (slide: Slide) => ASKING.test(slide.type);
export const takesTexts = (slide: Slide) => slide.type.endsWith(".feedback");

/** What can be chosen on a slide, in order; those without words are left out. */
export function optionsOf(slide: Slide): string[] {
  if (slide.type.endsWith(".likert-slider"))
    return Array.from({ length: 10 }, (_, index) => String(index + 1));
  const words = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => slide.content[`option${number}`]);
  return words.filter((word): word is string => typeof word === "string" && word.trim() !== "");
}

/** The speaker's notes in a language, else in the main one. */
export function notesOf(deck: Deck, slideId: string, lang: string): string {
  const own = deck.slides.find((slide) => slide.id === slideId)?.notes ?? "";
  return (lang !== deck.language && deck.translations[lang]?.slides?.[slideId]?.notes) || own;
}

/** The deck with other notes on a slide, in its main language or another. */
export function withNotes(deck: Deck, slideId: string, notes: string, lang: string): Deck {
  if (lang === deck.language) {
    return {
      ...deck,
      slides: deck.slides.map((slide) => (slide.id === slideId ? { ...slide, notes } : slide)),
    };
  }
  const of = deck.translations[lang];
  const slides = { ...of?.slides, [slideId]: { ...of?.slides?.[slideId], notes } };
  return { ...deck, translations: { ...deck.translations, [lang]: { ...of, slides } } };
}

/** Planned lengths of the slides that are shown, in seconds. Where nobody planned anything all are alike. */
export function durations(deck: Deck): number[] {
  const usual = deck.settings.autoAdvance.intervalSeconds;
  return deck.slides
    .filter((slide) => !slide.visibility?.hideInPresentation)
    .map((slide) => slide.duration ?? usual);
}

export const isPlanned = (deck: Deck) => deck.slides.some((slide) => slide.duration !== undefined);
