// The talk as a window finds it that has no console to ask: from the server, else from what this device kept.

import type { DrawnTalk, Screen } from "../present/channel";
import { draw, lookOf, readDeck, readsRightToLeft, type Deck, type Drawing } from "../present/deck";
import { kept } from "../present/kept";

/** What a reload of the window finds again. */
export type Remembered = { screen: Screen | undefined; sessionId: string | undefined };

function drawnTalk(deck: Deck, drawing: Drawing, lang: string): DrawnTalk {
  return {
    deckId: deck.id,
    title: deck.title,
    slides: drawing.slides,
    builds: deck.settings.stepParagraphs,
    look: lookOf(deck),
    rightToLeft: readsRightToLeft(lang),
    sessionId: undefined,
  };
}

export async function lastTalk(deckId: string): Promise<DrawnTalk | undefined> {
  const here = await kept(deckId);
  try {
    const deck = await readDeck(deckId);
    const lang = here?.lang ?? deck.language;
    return drawnTalk(deck, await draw(deck, lang, undefined), lang);
  } catch {
    // A black window says nothing about networks: the console does.
    return here && drawnTalk(here.deck, here.drawing, here.lang);
  }
}
