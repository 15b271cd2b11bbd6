// What a page said or looked like before, kept in `snapshots/`. `UPDATE=1` writes it anew.

import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";

const folder = new URL("./snapshots/", import.meta.url);

/** Compares a text with the one that was kept under a name: letter by letter, unless told how. */
export async function snapshot(name, text, compare) {
  const file = new URL(name.replaceAll(" ", "-"), folder);
  const now = `${text.trim()}\n`;
  if (process.env.UPDATE) {
    await mkdir(folder, { recursive: true });
    return writeFile(file, now);
  }
  const kept = await readFile(file, "utf8").catch(() => undefined);
  assert.ok(
    kept !== undefined,
    `${name} was never kept: run with UPDATE=1 and look at what it wrote`,
  );
  if (compare) return compare(kept);
  return assert.equal(
    now,
    kept,
    `${name} is told otherwise; if it should be, run with UPDATE=1`,
  );
}
