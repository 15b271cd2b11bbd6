// Files of the server, saved under the names it gives them.

import { call } from "./api";

export type Saved = { name: string; bytes: number };

/** Fetches an address and saves it; `progress` is told the share that arrived where the size is known. */
export async function download(
  path: string,
  options: { signal?: AbortSignal; progress?: (share: number) => void } = {},
): Promise<Saved> {
  const response = await call("GET", path, options.signal ? { signal: options.signal } : {});
  const name = fileName(response.headers.get("content-disposition")) ?? path.split("/").pop() ?? "download";
  const blob = await collected(response, options.progress);
  save(name, blob);
  return { name, bytes: blob.size };
}

/** Saves what the page made itself. */
export function save(name: string, blob: Blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The file name of a `Content-Disposition`; the form in UTF-8 wins. */
export function fileName(header: string | null): string | undefined {
  const encoded = header?.match(/filename\*=UTF-8''([^;]+)/i)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return header?.match(/filename="((?:[^"\\]|\\.)*)"/i)?.[1]?.replace(/\\(.)/g, "$1");
}

async function collected(response: Response, progress?: (share: number) => void): Promise<Blob> {
  const total = Number(response.headers.get("content-length"));
  if (!progress || !total || !response.body) return response.blob();
  const pieces: BlobPart[] = [];
  let arrived = 0;
  const reader = response.body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    pieces.push(read.value);
    arrived += read.value.length;
    progress(Math.min(1, arrived / total));
  }
  return new Blob(pieces, { type: response.headers.get("content-type") ?? "" });
}
