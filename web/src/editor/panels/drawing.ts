// Slides drawn beside the canvas: as they were, as they could be.

/** The texts of a slide in their order, to be read where it cannot be drawn. */
export function textsOf(content: unknown): string[] {
  if (typeof content === "string") return content.trim() ? [content] : [];
  if (typeof content !== "object" || content === null) return [];
  return Object.values(content).flatMap(textsOf);
}
