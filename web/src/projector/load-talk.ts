// Loads a talk without a console: from the server, or from the cache on this device.

import type { DrawnTalk, Screen } from "../present/channel";
import { readsRightToLeft } from "../lib/right-to-left";
import { draw, lookOf, readDeck, type Deck, type Drawing } from "../present/deck";
import { cachedTalk } from "../present/offline-cache";

/** What a reload of the window restores. */
export type ProjectorState = { screen: Screen | undefined; sessionId: string | undefined };

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

/** A talk as the server draws it, or else the cached one; undefined when neither is available. */
export async function loadTalk(deckId: string): Promise<DrawnTalk | undefined> {
  const cached = await cachedTalk(deckId);
  try {
    const deck = await readDeck(deckId);
    const lang = cached?.lang ?? deck.language;
    return drawnTalk(deck, await draw(deck, lang, undefined), lang);
  } catch {
    // The projector shows no network errors; the console does.
    return cached && drawnTalk(cached.deck, cached.drawing, cached.lang);
  }
}
