// What the page brought along: the deck, its first slide drawn, and who is here. Read once; a second opening asks the
// server.

import type { EditorPageData } from "../../lib/api-types";

/** What the page brought of a deck; nothing the second time. */
export function brought(id: string): EditorPageData | undefined {
  const element = document.getElementById("data");
  if (!element) return undefined;
  element.remove();
  try {
    const read = JSON.parse(element.textContent) as EditorPageData;
    return read.presentation.id === id ? read : undefined;
  } catch {
    return undefined;
  }
}
