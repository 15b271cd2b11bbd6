// Compares texts with those stored in `snapshots/`. `UPDATE=1` stores the current ones.

import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";

const folder = new URL("./snapshots/", import.meta.url);

/** Compares a text with the stored one of this name: exactly, or with the given function. */
export async function snapshot(name, text, compare) {
  const file = new URL(name.replaceAll(" ", "-"), folder);
  const now = `${text.trim()}\n`;
  if (process.env.UPDATE) {
    await mkdir(folder, { recursive: true });
    return writeFile(file, now);
  }
  const stored = await readFile(file, "utf8").catch(() => undefined);
  assert.ok(
    stored !== undefined,
    `${name} is not stored yet: run with UPDATE=1 and look at the result`,
  );
  if (compare) return compare(stored);
  return assert.equal(
    now,
    stored,
    `${name} is different; if it should be, run with UPDATE=1`,
  );
}
