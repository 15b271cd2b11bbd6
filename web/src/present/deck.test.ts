// @vitest-environment jsdom

import { describe, expect, it } from "vitest";
import type { Slide } from "../lib/api-types";
import { durations, inviteSlideIds, labelOf, notesOf, optionsOf, withNotes, type Deck } from "./deck";

const slide = (id: string, type: string, more: Partial<Slide> = {}): Slide => ({
  id,
  type: `eu.svc.slide.${type}`,
  content: {},
  notes: "",
  ...more,
});

const deck = (slides: Slide[], more: Partial<Deck> = {}): Deck => ({
  id: "d",
  title: "Deck",
  language: "en",
  languages: ["en"],
  revision: 1,
  slides,
  settings: {
    stepParagraphs: true,
    qaEnabled: true,
    revealStyle: "default",
    transitions: { preset: "none" },
    autoAdvance: { enabled: false, mode: "auto", intervalSeconds: 20, loop: false, showCountdown: true },
    logo: "",
  },
  translations: {},
  ...more,
});

describe("a drawn slide", () => {
  it("has the name in its drawing, without the number", () => {
    expect(labelOf('<section id="2" aria-label="12 Ports &amp; locks"><p aria-label="x">')).toBe(
      "Ports & locks",
    );
    expect(labelOf("<section>")).toBe("");
  });
});

describe("a deck", () => {
  it("knows which slides show how to join", () => {
    const slides = [
      slide("a", "title"),
      slide("b", "poll"),
      slide("c", "follow-invite"),
      slide("d", "likert-slider"),
    ];
    expect(inviteSlideIds(deck(slides))).toEqual(["b", "c", "d"]);
  });

  it("has the options that are not empty", () => {
    const poll = slide("a", "poll", { content: { option1: "Harbour", option2: " ", option3: "Mill" } });
    expect(optionsOf(poll)).toEqual(["Harbour", "Mill"]);
    expect(optionsOf(slide("a", "likert-slider"))).toHaveLength(10);
    const content = { option10: "Fully", option2: "A little", option1: "Not at all", question: "Clear?" };
    expect(optionsOf(slide("a", "likert", { content }))).toEqual(["Not at all", "A little", "Fully"]);
  });

  it("has notes in the language of the talk, or in the main one", () => {
    const notes = deck(
      [slide("a", "title", { notes: "Breathe." }), slide("b", "title", { notes: "Wait." })],
      {
        translations: { nl: { slides: { a: { notes: "Adem." } } } },
      },
    );
    expect([notesOf(notes, "a", "nl"), notesOf(notes, "b", "nl"), notesOf(notes, "a", "en")]).toEqual([
      "Adem.",
      "Wait.",
      "Breathe.",
    ]);
  });

  it("takes notes in either language", () => {
    const plain = deck([slide("a", "title", { notes: "Breathe." }), slide("b", "title")]);
    expect(notesOf(withNotes(plain, "a", "Smile.", "en"), "a", "en")).toBe("Smile.");
    const both = withNotes(plain, "a", "Lach.", "nl");
    expect([notesOf(both, "a", "nl"), notesOf(both, "a", "en")]).toEqual(["Lach.", "Breathe."]);
  });

  it("has durations for the visible slides", () => {
    const slides = [
      slide("a", "title", { duration: 60 }),
      slide("b", "title", { visibility: { hideInPresentation: true } }),
      slide("c", "title"),
    ];
    expect(durations(deck(slides))).toEqual([60, 20]);
  });
});
