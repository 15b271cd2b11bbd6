// The service worker of a talk. It serves from the cache of the curtain: files at once, since their names identify
// their content, and pages only where the network fails. It caches nothing itself.

/** The part of the worker scope that is used; the types of a page do not include it. */
type Scope = {
  addEventListener(name: "install" | "activate", listener: (event: LifecycleEvent) => void): void;
  addEventListener(name: "fetch", listener: (event: FetchEvent) => void): void;
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  location: Location;
};
type LifecycleEvent = { waitUntil: (work: Promise<unknown>) => void };
type FetchEvent = { request: Request; respondWith: (answer: Promise<Response>) => void };

const scope = self as unknown as Scope;
const NETWORK_TIMEOUT = 4000;

async function file(request: Request): Promise<Response> {
  const cached = await caches.match(request);
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get("range") ?? "");
  return cached && range ? part(cached, Number(range[1]), range[2]) : (cached ?? fetch(request));
}

/** The part of a cached sound or video that a player requests. */
async function part(cached: Response, first: number, last = ""): Promise<Response> {
  const whole = await cached.blob();
  const end = Math.min(last ? Number(last) + 1 : whole.size, whole.size);
  const headers = {
    "accept-ranges": "bytes",
    "content-range": `bytes ${first}-${end - 1}/${whole.size}`,
    "content-type": whole.type,
  };
  return new Response(whole.slice(first, end), { status: 206, headers });
}

async function page(request: Request): Promise<Response> {
  const cached = await caches.match(new URL(request.url).pathname);
  if (!cached) return fetch(request);
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(cached), NETWORK_TIMEOUT));
  return Promise.race([fetch(request).catch(() => cached), late]);
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
