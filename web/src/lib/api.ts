// All requests to the server. `Routes` in `api-types.ts` types them: a call names its path and gets its answer's type.

import type { Routes } from "./api-types";
import { loadChunk } from "./chunks";

/** A response with an error status: the status, the stable code, and the text for people. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly details: string,
    readonly body: unknown,
    readonly retryAfter: number | undefined,
  ) {
    super(details || code);
  }
}

/** The server could not be reached. */
export class Offline extends Error {}

/** Called after each request: whether the server was reached, and the error of its response, if any. */
type Watcher = (event: { reached: boolean; error?: ApiError }) => void;

/** Milliseconds that an error waits for the texts of the app. */
const TEXTS_TIMEOUT = 2000;

let serverTexts: Promise<typeof import("./server-texts")> | undefined;

/** A message of the server in the words of the app; unchanged if they do not load in time. */
export async function localized(details: string, code: string): Promise<string> {
  if (!details) return details;
  serverTexts ??= loadChunk(() => import("./server-texts"));
  const text = serverTexts.then(({ appText }) => appText(details, code));
  // A missing chunk is requested until it arrives. The error must not wait for that.
  const timeout = new Promise<string>((resolve) => setTimeout(resolve, TEXTS_TIMEOUT, details));
  return Promise.race([text, timeout]);
}

const watchers = new Set<Watcher>();

/** Calls `watcher` after each request. Returns a function that stops it. */
export function watchCalls(watcher: Watcher): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function notify(event: Parameters<Watcher>[0]) {
  for (const watcher of watchers) watcher(event);
}

type Options = {
  signal?: AbortSignal;
  keepalive?: boolean;
  /** The revision that a write expects. */
  ifMatch?: number;
};

/** Sends a request and returns the response. Throws [`ApiError`] or [`Offline`]. */
export async function call(
  method: string,
  url: string,
  { body, signal, keepalive, ifMatch }: Options & { body?: unknown } = {},
): Promise<Response> {
  const isRaw = body instanceof Blob || body instanceof FormData;
  const init: RequestInit = { method, headers: { accept: "application/json" } };
  if (body !== undefined) {
    init.body = isRaw ? (body as BodyInit) : JSON.stringify(body);
    if (!isRaw) init.headers = { ...init.headers, "content-type": "application/json" };
  }
  if (ifMatch !== undefined) init.headers = { ...init.headers, "if-match": `"${ifMatch}"` };
  if (signal) init.signal = signal;
  if (keepalive) init.keepalive = true;
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (fault) {
    if (signal?.aborted) throw fault;
    notify({ reached: false });
    throw new Offline("The server could not be reached.");
  }
  if (response.ok) {
    notify({ reached: true });
    return response;
  }
  const answer: unknown = await response.json().catch(() => undefined);
  const error = await errorFrom(response.status, answer, response.headers.get("retry-after"));
  notify({ reached: true, error });
  throw error;
}

async function errorFrom(status: number, body: unknown, retryAfter: string | null): Promise<ApiError> {
  const fields = (body ?? {}) as { error?: unknown; code?: unknown; details?: unknown };
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  const seconds = Number(retryAfter);
  const code = text(fields.code) || text(fields.error);
  const details = text(fields.details) || text(fields.error);
  return new ApiError(
    status,
    code,
    await localized(details, code),
    body,
    Number.isFinite(seconds) && seconds > 0 ? seconds : undefined,
  );
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The paths that a method has. */
type PathOf<M extends Method> = {
  [Route in keyof Routes]: Route extends `${M} ${infer Path}` ? Path : never;
}[keyof Routes];

type RouteOf<M extends Method, Path extends string> = Routes[`${M} ${Path}` & keyof Routes];

/** The parameters in a path, by name. */
export type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [Key in Name]: string } & PathParameters<Rest>
  : unknown;

/** The parameters of a path, its query and its body, in one object. */
type Input<M extends Method, Path extends string> = Path extends string
  ? PathParameters<Path> & Omit<RouteOf<M, Path>, "answer">
  : never;

/** The response body of a route. */
type Answer<M extends Method, Path extends string> =
  RouteOf<M, Path> extends { answer: infer Body } ? Body : never;

/** A call needs its input unless all of it is optional. */
type Arguments<M extends Method, Path extends string> =
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  {} extends Input<M, Path>
    ? [input?: Input<M, Path>, options?: Options]
    : [input: Input<M, Path>, options?: Options];

type Call<M extends Method> = <Path extends PathOf<M>>(
  path: Path,
  ...args: Arguments<M, Path>
) => Promise<Answer<M, Path>>;

type AnyInput = { query?: object; body?: unknown; [parameter: string]: unknown };

/** The URL of a path with its parameters and its query filled in. */
export function urlOf(path: string, { query, ...parameters }: AnyInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parameters[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) search.set(name, String(value));
  return search.size ? `${filled}?${search}` : filled;
}

/** The calls of one method. A POST without a body sends an empty object. */
function calls<M extends Method>(method: M): Call<M> {
  const send = async (path: string, input: AnyInput = {}, options?: Options) => {
    const body = input.body ?? (method === "POST" ? {} : undefined);
    const response = await call(method, urlOf(path, input), { ...options, body });
    return response.status === 204 ? undefined : response.json();
  };
  return send as Call<M>;
}

export const api = {
  get: calls("GET"),
  post: calls("POST"),
  put: calls("PUT"),
  patch: calls("PATCH"),
  delete: calls("DELETE"),
};

/** Uploads a file, or a form with one. `progress` is called with the share that was sent, from 0 to 1. */
export function upload<Path extends PathOf<"POST">>(
  path: Path,
  file: Blob | FormData,
  options: {
    type?: string;
    query?: Record<string, string>;
    signal?: AbortSignal;
    progress?: (share: number) => void;
  } = {},
): Promise<Answer<"POST", Path>> {
  // `fetch` reports no progress of what it sends.
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    request.open("POST", urlOf(path, { query: options.query ?? {} }));
    request.setRequestHeader("accept", "application/json");
    // The browser writes the type of a form, with the boundary of its parts.
    if (file instanceof Blob)
      request.setRequestHeader("content-type", options.type ?? (file.type || "application/octet-stream"));
    request.responseType = "json";
    request.upload.onprogress = (event) => options.progress?.(event.total ? event.loaded / event.total : 0);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) {
        notify({ reached: true });
        return resolve(request.response as Answer<"POST", Path>);
      }
      const delay = request.getResponseHeader("retry-after");
      void errorFrom(request.status, request.response, delay).then((error) => {
        notify({ reached: true, error });
        reject(error);
      });
    };
    request.onerror = () => {
      notify({ reached: false });
      reject(new Offline("The server could not be reached."));
    };
    request.onabort = () => reject(new DOMException("The upload was stopped.", "AbortError"));
    options.signal?.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}
