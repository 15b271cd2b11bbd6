// Caches a talk on this device, so that it continues, and can be reloaded, without a network. The service worker in
// `worker.ts` serves from this cache. Only the deck being presented is cached, until the talk ends.

import type { Deck, Drawing } from "./deck";

const PREFIX = "lectern-talk-";
const cacheName = (deckId: string) => `${PREFIX}${deckId}`;
const recordUrl = (deckId: string) => `/present/${deckId}/kept`;

export type CachedTalk = { deck: Deck; drawing: Drawing; lang: string };

/** Over plain http there is no cache and no service worker: a talk works, but a reload needs the network. */
export const canCache = () => isSecureContext && "caches" in window && "serviceWorker" in navigator;

/** The files of slides: fonts, pictures, sounds and videos. */
export function filesOf(drawing: Drawing): string[] {
  const texts = [...new Set(drawing.slides.flatMap((slide) => [slide.css, slide.html]))];
  const found = texts.flatMap((text) =>
    [...text.matchAll(/\/(?:fonts|uploads)\/[^"'()\s&<>]+/g)].map(([path]) => path),
  );
  return [...new Set(found)];
}

/** Scripts and styles that this page has loaded. */
function filesOfPage(): string[] {
  const loaded = performance.getEntriesByType("resource").map((entry) => new URL(entry.name));
  return loaded
    .filter((url) => url.origin === location.origin && url.pathname.startsWith("/assets/"))
    .map((url) => url.pathname);
}

/** Scripts and styles of another page of the app. */
async function filesOfDocument(response: Response): Promise<string[]> {
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return [...page.querySelectorAll("script[src], link[href]")]
    .map((part) => part.getAttribute("src") ?? part.getAttribute("href") ?? "")
    .filter((path) => path.startsWith("/assets/"));
}

/** Caches everything a talk shows. `progress` is called with the share that is cached. */
export async function cacheTalk(talk: CachedTalk, progress: (share: number) => void): Promise<void> {
  const files = filesOf(talk.drawing);
  if (!canCache()) {
    // Only the browser's own cache is available.
    await fetchAll(files, async (path) => void (await fetch(path)).blob(), progress);
    return;
  }
  const { id } = talk.deck;
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== cacheName(id)) await caches.delete(name);
  }
  // Without the service worker a talk works, but a reload needs the network.
  await navigator.serviceWorker.register("/present/sw.js", { scope: "/present/" }).catch(() => undefined);
  const store = await caches.open(cacheName(id));
  const pages = [`/present/${id}`, `/present/${id}/window`];
  const filesOfPages = await Promise.all(
    pages.map(async (path) => {
      const response = await fetch(path);
      if (!response.ok) return [];
      await store.put(path, response.clone());
      return filesOfDocument(response);
    }),
  );
  const all = [...new Set([...files, ...filesOfPage(), ...filesOfPages.flat()])];
  const addIfMissing = async (path: string) => (await store.match(path)) || store.add(path);
  await fetchAll(all, async (path) => void (await addIfMissing(path)), progress);
  await store.put(recordUrl(id), Response.json(talk));
}

/** Fetches four files at a time, those of the first slide first. A file that cannot be fetched is skipped. */
async function fetchAll(
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

/** The cached talk of a deck; undefined where there is none. */
export async function cachedTalk(deckId: string): Promise<CachedTalk | undefined> {
  if (!canCache()) return undefined;
  const response = await caches.match(recordUrl(deckId), { cacheName: cacheName(deckId) });
  return response && ((await response.json()) as CachedTalk);
}

/** Removes the cached talk. */
export async function dropCachedTalk(deckId: string) {
  if (canCache()) await caches.delete(cacheName(deckId));
}
