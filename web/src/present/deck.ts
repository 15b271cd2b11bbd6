// The deck of a talk, and its drawings for the audience.

import { api } from "../lib/api";
import type { Invite, Deck as FullDeck, Slide } from "../lib/api-types";
import type { DrawnSlide, Look } from "./channel";

/** The fields of a presentation that a talk needs. */
export type Deck = Pick<
  FullDeck,
  "id" | "title" | "language" | "languages" | "revision" | "slides" | "settings" | "translations"
>;

/** How slides and their parts appear. */
export const lookOf = ({ settings }: Deck): Look => ({
  transition: settings.transitions.preset,
  typed: settings.revealStyle === "typewriter",
});

/** Fetches the deck of a talk. Throws the errors of `api`. */
export async function readDeck(id: string): Promise<Deck> {
  return (await api.get("/api/presentations/{id}", { id })).presentation;
}

/** The name of a slide, from the label of its drawing without the number. */
export function labelOf(html: string): string {
  const label = html.match(/ aria-label="([^"]*)"/)?.[1] ?? "";
  const plain = new DOMParser().parseFromString(label, "text/html").documentElement.textContent ?? "";
  return plain.replace(/^\d+\s*/, "");
}

export type Drawing = { slides: DrawnSlide[]; hints: number };

/** Draws slides for the audience, all or some, in the order of the deck. */
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

/** Types whose drawing can show how to join. */
const INVITING = /\.(follow-invite|poll|likert|likert-slider|feedback)$/;

/** The ids of the slides that can show how to join. */
export function inviteSlideIds(deck: Deck): string[] {
  return deck.slides.filter((slide) => INVITING.test(slide.type)).map((slide) => slide.id);
}

const ASKING = /\.(poll|likert|likert-slider|feedback)$/;

export const asksSomething = (slide: Slide) => ASKING.test(slide.type);
export const takesTexts = (slide: Slide) => slide.type.endsWith(".feedback");

/** The options of a slide in order, without empty ones. */
export function optionsOf(slide: Slide): string[] {
  if (slide.type.endsWith(".likert-slider"))
    return Array.from({ length: 10 }, (_, index) => String(index + 1));
  const numbers = Object.keys(slide.content).flatMap((key) => /^option(\d+)$/.exec(key)?.[1] ?? []);
  const words = numbers
    .sort((a, b) => Number(a) - Number(b))
    .map((number) => slide.content[`option${number}`]);
  return words.filter((word): word is string => typeof word === "string" && word.trim() !== "");
}

/** The speaker notes in a language, or in the main one. */
export function notesOf(deck: Deck, slideId: string, lang: string): string {
  const own = deck.slides.find((slide) => slide.id === slideId)?.notes ?? "";
  return (lang !== deck.language && deck.translations[lang]?.slides?.[slideId]?.notes) || own;
}

/** The deck with other notes on a slide, in one language. */
export function withNotes(deck: Deck, slideId: string, notes: string, lang: string): Deck {
  if (lang === deck.language) {
    return {
      ...deck,
      slides: deck.slides.map((slide) => (slide.id === slideId ? { ...slide, notes } : slide)),
    };
  }
  const texts = deck.translations[lang];
  const slides = { ...texts?.slides, [slideId]: { ...texts?.slides?.[slideId], notes } };
  return { ...deck, translations: { ...deck.translations, [lang]: { ...texts, slides } } };
}

/** The planned durations of the visible slides in seconds, with the deck's interval as the default. */
export function durations(deck: Deck): number[] {
  const usual = deck.settings.autoAdvance.intervalSeconds;
  return deck.slides
    .filter((slide) => !slide.visibility?.hideInPresentation)
    .map((slide) => slide.duration ?? usual);
}

export const isPlanned = (deck: Deck) => deck.slides.some((slide) => slide.duration !== undefined);
