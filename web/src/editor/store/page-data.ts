// The data that the server writes into the editor's page: the deck, its first slide drawn, and the user. It can be read
// once; opening the deck again asks the server.

import type { EditorPageData } from "../../lib/api-types";

/** The data of the page for a deck; undefined the second time. */
export function pageData(id: string): EditorPageData | undefined {
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
