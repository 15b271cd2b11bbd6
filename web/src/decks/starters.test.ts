import { expect, test } from "vitest";
import { STARTER_IDS } from "./start-ids";
import { loadStarters, starterLanguage } from "./starters";

test.each(["en-GB", "nl", "de"])(
  "every purpose has a deck of 8 to 12 slides that opens with its title, in %s",
  async (tag) => {
    const starters = await loadStarters(tag);
    for (const id of STARTER_IDS) {
      const { title, slides } = starters[id];
      expect(slides.length, id).toBeGreaterThanOrEqual(8);
      expect(slides.length, id).toBeLessThanOrEqual(12);
      expect(slides[0], id).toMatchObject({ type: "title-slide", content: { title } });
    }
  },
);

test("both languages have the same slides, and each starter a theme of its own", async () => {
  const [english, dutch] = await Promise.all([loadStarters("en"), loadStarters("nl")]);
  for (const id of STARTER_IDS)
    expect(dutch[id].slides.map(({ type }) => type)).toEqual(english[id].slides.map(({ type }) => type));
  expect(new Set(STARTER_IDS.map((id) => english[id].theme)).size).toBe(STARTER_IDS.length);
});

test("a language without starter decks gets the English ones", () => {
  expect([starterLanguage("nl-BE"), starterLanguage("fr")]).toEqual(["nl", "en"]);
});
