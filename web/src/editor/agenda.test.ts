import { expect, test } from "vitest";
import type { Deck, Edit, Slide } from "../lib/api-types";
import { agendaText, followingEdits, updatedAgenda } from "./agenda";

const slide = (id: string, type: string, content: Slide["content"]) => ({ id, type, content }) as Slide;
const section = (id: string, title: string) => slide(id, "chapter-title-slide", { title });
const typeOf = ({ type: key }: Slide) =>
  key === "chapter-title-slide" ? { key, deckRole: "section" as const } : { key };
const text = (...slides: Slide[]) => agendaText(slides, typeOf);

test("an agenda lists the sections with links to them", () => {
  const slides = [
    slide("t", "title-slide", { title: "Tide" }),
    section("a", "Why"),
    section("b", "A [new]\n*pump*"),
  ];
  expect(text(...slides)).toBe("1. [Why](#slide:a)\n2. [A \\[new\\] \\*pump\\*](#slide:b)");
});

test("a deck with one named section has no agenda", () => {
  expect(text(section("a", "Why"), section("b", " "))).toBeUndefined();
});

test("an agenda follows the names and the order of the sections; a slide with other text stays as it is", () => {
  const [one, two] = [section("a", "Why"), section("b", "How")];
  const body = text(one, two) ?? "";
  const agenda = slide("g", "content-slide", { title: "Agenda", body });
  const renewed = (...slides: Slide[]) => updatedAgenda(agenda, [agenda, ...slides], typeOf);
  expect(renewed(one, two)).toBeUndefined();
  expect(renewed(two, one)).toBe("1. [How](#slide:b)\n2. [Why](#slide:a)");
  expect(renewed(one, section("b", "How soon"))).toBe("1. [Why](#slide:a)\n2. [How soon](#slide:b)");
  expect(renewed(one)).toBeUndefined();
  for (const other of [`${body}\n\nAnd questions`, "", "1. Why"])
    expect(updatedAgenda(slide("g", "content-slide", { body: other }), [one, two], typeOf)).toBeUndefined();
});

/** A deck that begins with the agenda of its sections. `nl` has the Dutch texts by slide. */
function deckWith(slides: Slide[], nl: Record<string, Record<string, string>> = {}): Deck {
  const texts = Object.fromEntries(Object.entries(nl).map(([id, content]) => [id, { content }]));
  const agenda = slide("g", "content-slide", { title: "Agenda", body: text(...slides) ?? "" });
  return {
    language: "en",
    languages: ["en", "nl"],
    slides: [agenda, ...slides],
    translations: { nl: { slides: texts } },
  } as unknown as Deck;
}
const rename = (slideId: string, value: string, lang?: string): Edit => ({
  op: "set",
  slideId,
  path: "content.title",
  value,
  ...(lang ? { lang } : {}),
});
const follow = (deck: Deck, ...edits: Edit[]) => followingEdits(deck, edits, typeOf);

test("an agenda follows a section that is renamed, moved or removed", () => {
  const deck = deckWith([section("a", "Why"), section("b", "How"), section("c", "Who")]);
  const body = (value: string) => [{ op: "set", slideId: "g", path: "content.body", value }];
  expect(follow(deck, rename("a", "Why now"))).toEqual(
    body("1. [Why now](#slide:a)\n2. [How](#slide:b)\n3. [Who](#slide:c)"),
  );
  expect(follow(deck, { op: "move", slideId: "a", after: "c" })).toEqual(
    body("1. [How](#slide:b)\n2. [Who](#slide:c)\n3. [Why](#slide:a)"),
  );
  expect(follow(deck, { op: "remove", slideId: "a" })).toEqual(
    body("1. [How](#slide:b)\n2. [Who](#slide:c)"),
  );
  expect(follow(deck, rename("g", "Programme"))).toEqual([]);
});

test("an agenda that was written by hand stays", () => {
  const deck = deckWith([section("a", "Why"), section("b", "How")]);
  const [agenda, ...sections] = deck.slides;
  const own = { ...agenda, content: { body: "1. [Because](#slide:a)" } } as Slide;
  expect(follow({ ...deck, slides: [own, ...sections] }, rename("a", "Why now"))).toEqual([]);
});

test("an agenda in another language has the names in that language", () => {
  const untranslated = deckWith([section("a", "Why"), section("b", "How")]);
  expect(follow(untranslated, rename("a", "Waarom", "nl"))).toEqual([
    {
      op: "set",
      slideId: "g",
      path: "content.body",
      lang: "nl",
      value: "1. [Waarom](#slide:a)\n2. [How](#slide:b)",
    },
  ]);
  const translated = deckWith([section("a", "Why"), section("b", "How")], {
    a: { title: "Waarom" },
    g: { body: "1. [Waarom](#slide:a)\n2. [How](#slide:b)" },
  });
  expect(follow(translated, rename("b", "How soon")).map(({ lang, value }) => [lang, value])).toEqual([
    [undefined, "1. [Why](#slide:a)\n2. [How soon](#slide:b)"],
    ["nl", "1. [Waarom](#slide:a)\n2. [How soon](#slide:b)"],
  ]);
});

test("a new agenda has the names in each language", () => {
  const deck = deckWith([section("a", "Why"), section("b", "How")], { a: { title: "Waarom" } });
  const [agenda, ...slides] = deck.slides;
  const edit = { op: "insert", after: null, slides: [agenda] } as unknown as Edit;
  expect(follow({ ...deck, slides }, edit)).toEqual([
    {
      op: "set",
      slideId: "g",
      path: "content.body",
      lang: "nl",
      value: "1. [Waarom](#slide:a)\n2. [How](#slide:b)",
    },
  ]);
});
