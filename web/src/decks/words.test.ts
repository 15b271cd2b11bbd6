import { expect, test } from "vitest";
import { detectLanguage, wordCount } from "./words";

test("words are counted, spaces and punctuation are not", () => {
  expect(wordCount("")).toBe(0);
  expect(wordCount("  One lane — open, all\nnight. ")).toBe(5);
});

test.each([
  [
    "en-GB",
    "The renewal of the harbour street takes four months, and one lane is open to people that live there.",
  ],
  [
    "nl",
    "De vernieuwing van de havenstraat duurt vier maanden en er is steeds een rijstrook open voor bewoners.",
  ],
  ["de", "Die Erneuerung der Hafenstraße dauert vier Monate und eine Spur ist für die Anwohner immer offen."],
  ["fr", "Le renouvellement de la rue du port dure quatre mois et une voie est ouverte pour les habitants."],
  ["es", "La renovación de la calle del puerto dura cuatro meses y siempre hay un carril para los vecinos."],
])("a sentence in %s is detected", (tag, text) => {
  expect(detectLanguage(text)).toBe(tag);
});

test("a text that is too short or in another language has no detected language", () => {
  expect(detectLanguage("The harbour")).toBeUndefined();
  expect(
    detectLanguage("lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt"),
  ).toBeUndefined();
});
