import { expect, test } from "vitest";
import type { Slide } from "../lib/api-types";
import { agendaText, updatedAgenda } from "./agenda";

const slide = (id: string, type: string, content: Slide["content"]) => ({ id, type, content }) as Slide;
const section = (id: string, title: string) => slide(id, "chapter-title-slide", { title });
const keyOf = ({ type }: Slide) => type;
const text = (...slides: Slide[]) => agendaText(slides, keyOf);

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

test("an agenda follows the names and the order of the sections, and no other slide does", () => {
  const [one, two] = [section("a", "Why"), section("b", "How")];
  const body = text(one, two) ?? "";
  const agenda = slide("g", "content-slide", { title: "Agenda", body });
  const renewed = (...slides: Slide[]) => updatedAgenda(agenda, [agenda, ...slides], keyOf);
  expect(renewed(one, two)).toBeUndefined();
  expect(renewed(two, one)).toBe("1. [How](#slide:b)\n2. [Why](#slide:a)");
  expect(renewed(one, section("b", "How soon"))).toBe("1. [Why](#slide:a)\n2. [How soon](#slide:b)");
  expect(renewed(one)).toBeUndefined();
  for (const other of [`${body}\n\nAnd questions`, "", "1. Why"])
    expect(updatedAgenda(slide("g", "content-slide", { body: other }), [one, two], keyOf)).toBeUndefined();
});
