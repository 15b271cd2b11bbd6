// Slides drawn beside the canvas: as they were, as they could be.

import type { Content, EditorStore } from "../seam";

/** A slide to draw; it need not be in the deck, nor like it is there. */
export type Sketch = { id?: string; type: string; content: Content };
export type Picture = { html: string; css: string };

/**
 * The slide in whose place a sketch can be drawn: itself, else any of its type, since the server draws other content
 * of a slide that is there but no slide that is not.
 */
export function placeOf(store: EditorStore, sketch: Sketch): string | undefined {
  const type = store.typeOf(sketch);
  const fitting = store.deck.slides.filter((slide) => type !== undefined && store.typeOf(slide) === type);
  return (fitting.find(({ id }) => id === sketch.id) ?? fitting[0])?.id;
}

/** Draws a slide without saving it; nothing when the deck has no slide of its type, or the server does not answer. */
export async function pictureOf(store: EditorStore, sketch: Sketch): Promise<Picture | undefined> {
  const slideId = placeOf(store, sketch);
  if (!slideId) return undefined;
  return store.draw({ slideId, content: sketch.content }).catch(() => undefined);
}

/** The texts of a slide in their order, to be read where it cannot be drawn. */
export function textsOf(content: unknown): string[] {
  if (typeof content === "string") return content.trim() ? [content] : [];
  if (typeof content !== "object" || content === null) return [];
  return Object.values(content).flatMap(textsOf);
}
