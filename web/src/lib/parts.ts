// Parts of a page that come when they are needed. What the network did not bring is asked for again until it comes.

import { aWhile, pauseBefore } from "./pause";

/** Told whether something is missing still after a second try: then the page may be older than the server. */
type Watcher = (isMissing: boolean) => void;
const watchers = new Set<Watcher>();
let missing = 0;

/** Watches for parts that do not come; answers how to stop. */
export function watchParts(watcher: Watcher): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function count(by: 1 | -1) {
  missing += by;
  for (const watcher of watchers) watcher(missing > 0);
}

/** Loads a part, however often it takes. */
export async function part<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      if (tries > 1) await restyled();
      const loaded = await load();
      if (tries > 2) count(-1);
      return loaded;
    } catch {
      if (tries === 2) count(1);
      await aWhile(pauseBefore(tries - 1));
    }
  }
}

/** Loads parts when there is time, so that nobody waits for them, and they are there when the network is not. */
export function ahead(...loads: (() => Promise<unknown>)[]) {
  const run = () => loads.forEach((load) => void load().catch(() => undefined));
  if ("requestIdleCallback" in globalThis) requestIdleCallback(run);
  else setTimeout(run, 2000);
}

/** Asks again for styles that did not come: a part asks for its own once, and then takes them to be there. */
async function restyled() {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  const there = new Set(links.filter(({ sheet }) => sheet).map(({ href }) => href));
  const missing = new Map(links.filter(({ href }) => !there.has(href)).map((link) => [link.href, link]));
  await Promise.all([...missing.values()].map(again));
}

function again(link: HTMLLinkElement): Promise<void> {
  const other = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    other.onload = () => resolve();
    other.onerror = () => {
      other.remove();
      reject(new Error(`no ${link.href}`));
    };
    link.after(other);
  });
}
