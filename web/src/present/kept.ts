// What a talk keeps on this device, so that it goes on, and even starts again, without a network. The service worker in
// `worker.ts` answers from it. Only the deck that is presented is kept, and only until the talk is finished.

import type { Deck, Drawing } from "./deck";

const NAME = "lectern-talk-";
const place = (deckId: string) => `${NAME}${deckId}`;
const record = (deckId: string) => `/present/${deckId}/kept`;

export type Kept = { deck: Deck; drawing: Drawing; lang: string };

/** Over plain http there is no store and no worker: a talk still runs, but a reload needs the network. */
export const canKeep = () => isSecureContext && "caches" in window && "serviceWorker" in navigator;

/** Files that slides are drawn with: faces, pictures. */
export function filesOf(drawing: Drawing): string[] {
  const texts = [...new Set(drawing.slides.flatMap((slide) => [slide.css, slide.html]))];
  const found = texts.flatMap((text) =>
    [...text.matchAll(/\/(?:fonts|uploads)\/[^"'()\s&<>]+/g)].map(([path]) => path),
  );
  return [...new Set(found)];
}

/** Scripts and styles of this page, as far as it has them. */
function filesOfPage(): string[] {
  const loaded = performance.getEntriesByType("resource").map((entry) => new URL(entry.name));
  return loaded
    .filter((url) => url.origin === location.origin && url.pathname.startsWith("/assets/"))
    .map((url) => url.pathname);
}

/** Those that another page of ours asks for. */
async function filesOfWindow(response: Response): Promise<string[]> {
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return [...page.querySelectorAll("script[src], link[href]")]
    .map((part) => part.getAttribute("src") ?? part.getAttribute("href") ?? "")
    .filter((path) => path.startsWith("/assets/"));
}

/** Fetches and keeps everything a talk shows; `progress` is told the share that is here. */
export async function keep(kept: Kept, progress: (share: number) => void): Promise<void> {
  const files = filesOf(kept.drawing);
  if (!canKeep()) {
    // The browser's own cache is all there is.
    await inTurn(files, async (path) => void (await fetch(path)).blob(), progress);
    return;
  }
  const { id } = kept.deck;
  for (const name of await caches.keys()) {
    if (name.startsWith(NAME) && name !== place(id)) await caches.delete(name);
  }
  // Where a browser refuses it, a talk still runs, but a reload needs the network.
  await navigator.serviceWorker.register("/present/sw.js", { scope: "/present/" }).catch(() => undefined);
  const store = await caches.open(place(id));
  const pages = [`/present/${id}`, `/present/${id}/window`];
  const windows = await Promise.all(
    pages.map(async (path) => {
      const response = await fetch(path);
      if (!response.ok) return [];
      await store.put(path, response.clone());
      return filesOfWindow(response);
    }),
  );
  const all = [...new Set([...files, ...filesOfPage(), ...windows.flat()])];
  const missing = async (path: string) => (await store.match(path)) || store.add(path);
  await inTurn(all, async (path) => void (await missing(path)), progress);
  await store.put(record(id), Response.json(kept));
}

/** A few at a time: what is on the first slide comes first. A file that fails is left to the network. */
async function inTurn(
  files: string[],
  fetchOne: (path: string) => Promise<void>,
  progress: (share: number) => void,
) {
  const waiting = [...files];
  let done = 0;
  const work = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      await fetchOne(path).catch(() => undefined);
      progress(++done / files.length);
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  progress(1);
}

/** What is kept of a deck. */
export async function kept(deckId: string): Promise<Kept | undefined> {
  if (!canKeep()) return undefined;
  const response = await caches.match(record(deckId), { cacheName: place(deckId) });
  return response && ((await response.json()) as Kept);
}

/** The talk is over: nothing of it stays here. */
export async function forget(deckId: string) {
  if (canKeep()) await caches.delete(place(deckId));
}
