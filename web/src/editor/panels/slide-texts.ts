// The texts of a slide, shown where it cannot be drawn.

/** All texts of a slide in their order. */
export function textsOf(content: unknown): string[] {
  if (typeof content === "string") return content.trim() ? [content] : [];
  if (typeof content !== "object" || content === null) return [];
  return Object.values(content).flatMap(textsOf);
}
