// The deck that a PowerPoint file was exported from, as the file says.

import { api } from "../lib/api";

export type OriginDeck = { id: string; title: string };

/** The deck that a file was exported from, if the person may change it. */
export async function originOf(file: File): Promise<OriginDeck | undefined> {
  try {
    const id = deckIn(await entryOf(file, "docProps/custom.xml"));
    if (!id) return undefined;
    const { presentation } = await api.get("/api/presentations/{id}", { id });
    return presentation.isViewOnly ? undefined : { id, title: presentation.title };
  } catch {
    // A file that cannot be read here is imported, and the server says what is wrong with it.
    return undefined;
  }
}

/** The id of a deck in the custom properties of a file. */
export function deckIn(properties: string | undefined): string | undefined {
  return properties?.match(/name="LecternDeck"[^>]*>\s*<(?:\w+:)?lpwstr>([\w-]{1,80})</)?.[1];
}

/** The signatures of the end record and of an entry of a zip archive. */
const END = 0x06054b50;
const ENTRY = 0x02014b50;
/**
 * How many bytes at the end of an archive are searched for its end record, and the maximum size of its list
 * of entries.
 */
const [MAX_END, MAX_LIST] = [66_000, 4_000_000];

/** The text of an entry of a zip archive; undefined if there is none. */
export async function entryOf(file: Blob, name: string): Promise<string | undefined> {
  const tail = await bytes(file.slice(Math.max(0, file.size - MAX_END)));
  let at = tail.byteLength - 22;
  while (at >= 0 && tail.getUint32(at, true) !== END) at -= 1;
  if (at < 0) return undefined;
  const [size, start] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)];
  if (size > MAX_LIST) return undefined;
  const list = await bytes(file.slice(start, start + size));
  for (let entry = 0; entry + 46 <= list.byteLength && list.getUint32(entry, true) === ENTRY;) {
    const length = list.getUint16(entry + 28, true);
    const found = new TextDecoder().decode(new Uint8Array(list.buffer, entry + 46, length));
    if (found === name) return unpacked(file, list, entry);
    entry += 46 + length + list.getUint16(entry + 30, true) + list.getUint16(entry + 32, true);
  }
  return undefined;
}

async function unpacked(file: Blob, list: DataView, entry: number): Promise<string | undefined> {
  const [method, packed] = [list.getUint16(entry + 10, true), list.getUint32(entry + 20, true)];
  const start = list.getUint32(entry + 42, true);
  const head = await bytes(file.slice(start, start + 30));
  const from = start + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  if (packed > MAX_LIST || (method !== 0 && method !== 8)) return undefined;
  const content = file.slice(from, from + packed);
  const stream = content.stream();
  const plain = method === 8 ? stream.pipeThrough(new DecompressionStream("deflate-raw")) : stream;
  return new Response(plain).text();
}

async function bytes(part: Blob): Promise<DataView> {
  return new DataView(await part.arrayBuffer());
}
