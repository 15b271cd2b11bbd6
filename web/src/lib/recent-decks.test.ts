// @vitest-environment jsdom

import { beforeEach, expect, test } from "vitest";
import { forgetDecks, recentDecks, rememberDeck } from "./recent-decks";

const opened = (id: string, openedAt = 1) => rememberDeck({ id, title: id.toUpperCase(), openedAt });
const ids = () => recentDecks().map(({ id }) => id);
beforeEach(() => localStorage.clear());

test("the deck that was opened last comes first, each once, six at most", () => {
  for (const id of ["a", "b", "c", "a", "d", "e", "f", "g"]) opened(id);
  expect(ids()).toEqual(["g", "f", "e", "d", "a", "c"]);
});

test("a deck is forgotten", () => {
  opened("a");
  opened("b");
  forgetDecks("b");
  expect(ids()).toEqual(["a"]);
});

test("stored entries that are not valid are ignored", () => {
  localStorage.setItem("lectern.recent", '[{"id":1},null,{"id":"a","title":"A","openedAt":1}]');
  expect(ids()).toEqual(["a"]);
  localStorage.setItem("lectern.recent", "{");
  expect(ids()).toEqual([]);
});
