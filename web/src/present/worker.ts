// The service worker of a talk. It answers from what the curtain kept: files at once, since their names say what is in
// them, and pages only when the network does not. It keeps nothing itself and touches nothing else.

/** What of the worker's own scope is used here; the types of the page do not know it. */
type Scope = {
  addEventListener(name: "install" | "activate", heard: (event: Happening) => void): void;
  addEventListener(name: "fetch", heard: (event: Asking) => void): void;
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  location: Location;
};
type Happening = { waitUntil: (work: Promise<unknown>) => void };
type Asking = { request: Request; respondWith: (answer: Promise<Response>) => void };

const scope = self as unknown as Scope;
const PATIENCE = 4000;

async function file(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

async function page(request: Request): Promise<Response> {
  const kept = await caches.match(new URL(request.url).pathname);
  if (!kept) return fetch(request);
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), PATIENCE));
  return Promise.race([fetch(request).catch(() => kept), late]);
}

scope.addEventListener("install", (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== scope.location.origin) return;
  if (/^\/(assets|fonts|uploads)\//.test(url.pathname)) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(request));
});
