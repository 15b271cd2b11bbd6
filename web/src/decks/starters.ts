// Starter decks: finished decks for a purpose, whose texts the user replaces. They load on demand, a chunk for each
// language.

import { api } from "../lib/api";
import type { Deck, DeckSummary } from "../lib/api-types";
import { loadChunk } from "../lib/chunks";
import { t } from "../lib/i18n";
import { plain } from "../lib/plain";
import type { SlideInput } from "../lib/wire";
import { STARTER_IDS, startLabel, type OwnStart, type StarterId, type StartId } from "./start-ids";
import { themes } from "./themes";

/** A starter deck. Its first slide is a title slide with the title of the deck. */
export type Starter = { title: string; theme: string; slides: SlideInput[] };

const LANGUAGES: Record<string, () => Promise<{ default: Record<string, Starter> }>> = {
  en: () => import("./starters/en"),
  nl: () => import("./starters/nl"),
};

/** The language in which starter decks are written for a deck in some language: its own, or English. */
export function starterLanguage(language: string): string {
  const base = language.split("-")[0] ?? "";
  return base in LANGUAGES ? base : "en";
}

/** The starter decks for a deck in some language. */
export async function loadStarters(language: string): Promise<Record<StarterId, Starter>> {
  const code = starterLanguage(language);
  const { default: files } = await loadChunk(LANGUAGES[code] ?? (() => import("./starters/en")));
  return Object.fromEntries(STARTER_IDS.map((id) => [id, files[`./${code}/${id}.json`]])) as Record<
    StarterId,
    Starter
  >;
}

/** The starter decks of the organization; none while they cannot be loaded. */
export async function loadOwnStarters(): Promise<DeckSummary[]> {
  try {
    return (await api.get("/api/starters")).presentations;
  } catch {
    return [];
  }
}

/** Whether a start is a starter deck of the organization. */
export function isOwn(start: StartId | OwnStart): start is OwnStart {
  return start.startsWith("own:");
}

/** Creates a deck and returns it. Without a title it has the title of what it starts as. */
export async function createDeck(start: StartId | OwnStart, language: string, title: string): Promise<Deck> {
  if (isOwn(start)) {
    const id = start.slice("own:".length);
    return (await api.post("/api/starters/{id}", { id, body: title ? { title } : {} })).presentation;
  }
  if (start === "sample") return createSample(title);
  if (start === "blank") {
    const body = { title: title || t("decks.blank.untitled"), language };
    return (await api.post("/api/presentations", { body })).presentation;
  }
  const [starters, offered] = await Promise.all([loadStarters(language), themes()]);
  const { slides, ...starter } = starters[start];
  const body = {
    title: title || starter.title,
    language,
    // An organization may have switched a theme off.
    ...(offered.some(({ id }) => id === starter.theme) ? { theme: starter.theme } : {}),
    slides: title ? withTitle(slides, title) : slides,
  };
  return (await api.post("/api/presentations", { body })).presentation;
}

async function createSample(title: string): Promise<Deck> {
  const { presentation } = await api.post("/api/presentations/sample");
  if (!title) return presentation;
  return (await api.put("/api/presentations/{id}", { id: presentation.id, body: { title } })).presentation;
}

/** The slides with another title on the first one. */
function withTitle([first, ...others]: SlideInput[], title: string): SlideInput[] {
  return first ? [{ ...first, content: { ...first.content, title } }, ...others] : [];
}

/** Starts whose name or synonyms begin with every word of a search. */
export function searchStarts(query: string): StartId[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  const all: StartId[] = [...STARTER_IDS, "sample"];
  if (words.length === 0) return [];
  return all.filter((id) => {
    const known = plain(`${startLabel(id)} ${t(`decks.start.${id}.find`)}`).split(/[^\p{L}\p{N}]+/u);
    return words.every((word) => word.length > 2 && known.some((part) => part.startsWith(word)));
  });
}
