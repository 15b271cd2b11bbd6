// Writes a zip archive of files that are compressed already, such as PDF and PowerPoint: nothing is compressed again.

export interface ZipEntry {
  name: string;
  content: Blob;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, start) => {
  let value = start;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** The checksum of a file as zip archives have it. */
export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/** Numbers in the byte order of zip archives: each with its size in bytes. */
function record(...numbers: [value: number, bytes: 2 | 4][]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(numbers.reduce((sum, [, size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [value, size] of numbers) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}

/** Names in UTF-8. */
const FLAGS = 0x0800;
/** Version 2.0 of the format. */
const VERSION = 20;
/** 1 January 1980, the first day that the format knows. */
const DAY = 0x21;

/** Returns the archive. Its files together have less than 4 GB. */
export async function zip(entries: readonly ZipEntry[]): Promise<Blob> {
  const files: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let [offset, size] = [0, 0];
  for (const { name, content } of entries) {
    const encoded = new TextEncoder().encode(name);
    const sum = crc32(new Uint8Array(await content.arrayBuffer()));
    const shared: [number, 2 | 4][] = [
      [VERSION, 2],
      [FLAGS, 2],
      [0, 2],
      [0, 2],
      [DAY, 2],
      [sum, 4],
      [content.size, 4],
      [content.size, 4],
      [encoded.length, 2],
      [0, 2],
    ];
    const head = record([0x04034b50, 4], ...shared);
    const listed = record(
      [0x02014b50, 4],
      [VERSION, 2],
      ...shared,
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [offset, 4],
    );
    files.push(head, encoded, content);
    directory.push(listed, encoded);
    offset += head.length + encoded.length + content.size;
    size += listed.length + encoded.length;
  }
  const count = entries.length;
  const end = record([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [offset, 4], [0, 2]);
  return new Blob([...files, ...directory, end], { type: "application/zip" });
}

/** The name, or one with a number where it is taken. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  const at = name.lastIndexOf(".");
  const [start, end] = at > 0 ? [name.slice(0, at), name.slice(at)] : [name, ""];
  let free = name;
  for (let n = 2; taken.has(free.toLowerCase()); n += 1) free = `${start} ${String(n)}${end}`;
  return free;
}
