// Downloads files from the server under the names that the server gives them.

import { call } from "./api";

export type SavedFile = { name: string; bytes: number };

/**
 * Downloads a file and saves it. Returns its name and size. If the server sends the size, `progress` is called with the
 * share that was received, up to 1. Fails when the request fails or `signal` aborts it.
 */
export async function download(
  path: string,
  options: { signal?: AbortSignal; progress?: (share: number) => void } = {},
): Promise<SavedFile> {
  const response = await call("GET", path, options.signal ? { signal: options.signal } : {});
  const name = fileName(response.headers.get("content-disposition")) ?? path.split("/").pop() ?? "download";
  const blob = await readBlob(response, options.progress);
  save(name, blob);
  return { name, bytes: blob.size };
}

/** Saves a blob as a file with a name in the downloads of the browser. */
export function save(name: string, blob: Blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The file name in a `Content-Disposition` header, if any. The UTF-8 form takes precedence. */
export function fileName(header: string | null): string | undefined {
  const encoded = header?.match(/filename\*=UTF-8''([^;]+)/i)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return header?.match(/filename="((?:[^"\\]|\\.)*)"/i)?.[1]?.replace(/\\(.)/g, "$1");
}

async function readBlob(response: Response, progress?: (share: number) => void): Promise<Blob> {
  const total = Number(response.headers.get("content-length"));
  if (!progress || !total || !response.body) return response.blob();
  const chunks: BlobPart[] = [];
  let received = 0;
  const reader = response.body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    chunks.push(read.value);
    received += read.value.length;
    progress(Math.min(1, received / total));
  }
  return new Blob(chunks, { type: response.headers.get("content-type") ?? "" });
}
