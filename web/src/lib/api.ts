// The one place that speaks to the server.

/** A refusal of the server: its status, its stable code, and its text for people. */
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

/** The server could not be reached at all. */
export class Offline extends Error {}

/** Told of every call: whether the server was reached, and refusals that concern the whole page (401, 503). */
type Watcher = (event: { reached: boolean; refusal?: ApiError }) => void;
const watchers = new Set<Watcher>();

/** Watches all calls; answers how to stop. */
export function watchCalls(watcher: Watcher): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function tell(event: Parameters<Watcher>[0]) {
  for (const watcher of watchers) watcher(event);
}

type Options = { body?: unknown; signal?: AbortSignal; keepalive?: boolean };

/** Calls the server and answers the raw response, or throws [`ApiError`] or [`Offline`]. */
export async function call(method: string, path: string, options: Options = {}): Promise<Response> {
  const isRaw = options.body instanceof Blob || options.body instanceof FormData;
  const init: RequestInit = { method, headers: { accept: "application/json" } };
  if (options.body !== undefined) {
    init.body = isRaw ? (options.body as BodyInit) : JSON.stringify(options.body);
    if (!isRaw) init.headers = { ...init.headers, "content-type": "application/json" };
  }
  if (options.signal) init.signal = options.signal;
  if (options.keepalive) init.keepalive = true;
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (fault) {
    if (options.signal?.aborted) throw fault;
    tell({ reached: false });
    throw new Offline("The server could not be reached.");
  }
  if (response.ok) {
    tell({ reached: true });
    return response;
  }
  const body: unknown = await response.json().catch(() => undefined);
  const refusal = refused(response.status, body, response.headers.get("retry-after"));
  tell({ reached: true, refusal });
  throw refusal;
}

function refused(status: number, body: unknown, wait: string | null): ApiError {
  const said = (body ?? {}) as { error?: unknown; code?: unknown; details?: unknown };
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  const seconds = Number(wait);
  return new ApiError(
    status,
    text(said.code) || text(said.error),
    text(said.details) || text(said.error),
    body,
    Number.isFinite(seconds) && seconds > 0 ? seconds : undefined,
  );
}

/** Sends a file and reads the JSON that answers it; `progress` is told the share that was sent. */
export function upload<T>(
  path: string,
  file: Blob,
  options: { type?: string; signal?: AbortSignal; progress?: (share: number) => void } = {},
): Promise<T> {
  // `fetch` tells nothing of what it sends.
  const request = new XMLHttpRequest();
  return new Promise<T>((resolve, reject) => {
    request.open("POST", path);
    request.setRequestHeader("accept", "application/json");
    request.setRequestHeader("content-type", options.type ?? (file.type || "application/octet-stream"));
    request.responseType = "json";
    request.upload.onprogress = (event) => options.progress?.(event.total ? event.loaded / event.total : 0);
    request.onload = () => {
      const isFine = request.status >= 200 && request.status < 300;
      if (isFine) {
        tell({ reached: true });
        return resolve(request.response as T);
      }
      const refusal = refused(request.status, request.response, request.getResponseHeader("retry-after"));
      tell({ reached: true, refusal });
      reject(refusal);
    };
    request.onerror = () => {
      tell({ reached: false });
      reject(new Offline("The server could not be reached."));
    };
    request.onabort = () => reject(new DOMException("The upload was stopped.", "AbortError"));
    options.signal?.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}

/** Calls the server and reads its JSON; nothing for an empty answer. */
async function json<T>(method: string, path: string, options?: Options): Promise<T> {
  const response = await call(method, path, options);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

export const api = {
  get: <T>(path: string, options?: Options) => json<T>("GET", path, options),
  post: <T>(path: string, body?: unknown, options?: Options) =>
    json<T>("POST", path, { ...options, body: body ?? {} }),
  put: <T>(path: string, body: unknown, options?: Options) => json<T>("PUT", path, { ...options, body }),
  patch: <T>(path: string, body: unknown, options?: Options) => json<T>("PATCH", path, { ...options, body }),
  delete: <T>(path: string, options?: Options) => json<T>("DELETE", path, options),
};
