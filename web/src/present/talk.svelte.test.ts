// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { still } from "./clock";
import { draw, readDeck, type Deck, type Drawing } from "./deck";
import { noTimes } from "./slide-times";
import { Talk } from "./talk.svelte";

vi.mock("./session");
vi.mock("./deck", async (original) => ({
  ...(await original<typeof import("./deck")>()),
  draw: vi.fn(),
  readDeck: vi.fn(),
}));
vi.mock("../lib/i18n", () => ({ t: (key: string) => key }));
vi.stubGlobal(
  "BroadcastChannel",
  class {
    postMessage() {}
    close() {}
  },
);

/** A deck with two slides and their titles. */
function deckOf(revision: number, ...titles: string[]): Deck {
  return {
    id: "d",
    title: "Deck",
    language: "en",
    languages: ["en"],
    revision,
    slides: titles.map((title, at) => ({ id: `${at}`, type: "t", content: { title }, notes: "" })),
    settings: { autoAdvance: { enabled: false }, transitions: { preset: "none" } } as Deck["settings"],
    translations: {},
  };
}

/** The drawing of some slides, or of all. */
function drawingOf(deck: Deck, ids?: string[]): Drawing {
  const slides = deck.slides
    .filter(({ id }) => !ids || ids.includes(id))
    .map(({ id, content }) => ({
      id,
      html: String(content["title"]),
      css: "",
      steps: 0,
      skipped: false,
      label: "",
      countsUp: false,
    }));
  return { slides, hints: 0 };
}

beforeEach(() => void vi.resetAllMocks());

test("of two changes at once both are shown, whichever is drawn first", async () => {
  const first = deckOf(1, "one", "two");
  const talk = new Talk(first, drawingOf(first), {
    mode: "rehearse",
    place: { slideId: "0", step: 0 },
    clock: still(0),
    times: noTimes,
    lang: "en",
    builds: false,
  });
  const [second, third] = [deckOf(2, "ONE", "two"), deckOf(3, "ONE", "TWO")];
  vi.mocked(readDeck).mockResolvedValueOnce(second).mockResolvedValue(third);
  let slow: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => (slow = resolve));
  vi.mocked(draw).mockImplementation(async (deck, _lang, _invite, ids) => {
    if (deck.revision === 2) await wait;
    return drawingOf(deck, ids);
  });
  const changes = [talk.deckChanged("0"), talk.deckChanged("1")];
  await changes[1];
  slow();
  await Promise.all(changes);
  expect(talk.slides.map(({ html }) => html)).toEqual(["ONE", "TWO"]);
  talk.finish();
});

test("a move of somebody else to a new slide is followed once its drawing is there", async () => {
  const first = deckOf(1, "one", "two");
  const talk = new Talk(first, drawingOf(first), {
    mode: "rehearse",
    place: { slideId: "0", step: 0 },
    clock: still(0),
    times: noTimes,
    lang: "en",
    builds: false,
  });
  vi.mocked(readDeck).mockResolvedValue(deckOf(2, "one", "two", "new"));
  vi.mocked(draw).mockImplementation((deck, _lang, _invite, ids) => Promise.resolve(drawingOf(deck, ids)));
  talk.follow("2", 0);
  expect(talk.place.slideId).toBe("0");
  await talk.deckChanged("2");
  expect(talk.place.slideId).toBe("2");
  talk.go({ slideId: "1", step: 0 });
  talk.follow("3", 0);
  talk.go({ slideId: "0", step: 0 });
  vi.mocked(readDeck).mockResolvedValue(deckOf(3, "one", "two", "new", "newer"));
  await talk.deckChanged("3");
  expect(talk.place.slideId).toBe("0");
  talk.finish();
});
