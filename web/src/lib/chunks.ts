// Chunks of a page that load on demand, with retries until they arrive.

import { delayOrOnline, retryDelay } from "./retry";

/** Called with whether a chunk is missing after its second try: then the page may be older than the server. */
type Watcher = (isMissing: boolean) => void;
const watchers = new Set<Watcher>();
let missing = 0;

/** Watches for missing chunks. Returns a function that stops it. */
export function watchChunks(watcher: Watcher): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function changeMissing(by: 1 | -1) {
  missing += by;
  for (const watcher of watchers) watcher(missing > 0);
}

/** Loads a chunk, with as many tries as it takes. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      if (tries > 1) await reloadStyles();
      const loaded = await load();
      if (tries > 2) changeMissing(-1);
      return loaded;
    } catch {
      if (tries === 2) changeMissing(1);
      await delayOrOnline(retryDelay(tries - 1));
    }
  }
}

/** Loads chunks when the browser is idle, so that they are available offline. */
export function prefetchChunks(...loads: (() => Promise<unknown>)[]) {
  const run = () => loads.forEach((load) => void load().catch(() => undefined));
  if ("requestIdleCallback" in globalThis) requestIdleCallback(run);
  else setTimeout(run, 2000);
}

/** Reloads style sheets that failed: a chunk requests its own only once. */
async function reloadStyles() {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  const loaded = new Set(links.filter(({ sheet }) => sheet).map(({ href }) => href));
  const missing = new Map(links.filter(({ href }) => !loaded.has(href)).map((link) => [link.href, link]));
  await Promise.all([...missing.values()].map(reloadStyle));
}

function reloadStyle(link: HTMLLinkElement): Promise<void> {
  const copy = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    copy.onload = () => resolve();
    copy.onerror = () => {
      copy.remove();
      reject(new Error(`no ${link.href}`));
    };
    link.after(copy);
  });
}
