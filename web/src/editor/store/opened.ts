// What the page brought along: the deck, its first slide drawn, and who is here. Read once; a second opening asks the
// server.

import type { Me } from "../../lib/me.svelte";
import type { Drawn, SlideType, ThemeEntry } from "../seam";
import type { Deck } from "./deck";

export interface Brought {
  presentation: Deck;
  /** The slide that is shown first; null in an empty deck. */
  drawn: Drawn | null;
  /** Types of its slides that are no longer offered, by key. */
  withdrawn: Record<string, Omit<SlideType, "key" | "enabled">>;
  me: Me;
  themes: ThemeEntry[];
}

/** What the page brought of a deck; nothing the second time. */
export function brought(id: string): Brought | undefined {
  const element = document.getElementById("data");
  if (!element) return undefined;
  element.remove();
  try {
    const read = JSON.parse(element.textContent) as Brought;
    return read.presentation.id === id ? read : undefined;
  } catch {
    return undefined;
  }
}
