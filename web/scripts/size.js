// Measures the script that each page loads before anybody acts, gzipped, against its budget. Run after a build.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** KB of gzipped script by entry: the performance budget of the pages. */
const BUDGET = {
  decks: 90,
  editor: 180,
  settings: 100,
  present: 60,
  projector: 15,
  follow: 30,
  notes: 18,
  view: 10,
};

const dist = join(import.meta.dirname, "../dist");
const manifest = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8"));

/** The script of an entry and all it imports at once. */
function files(name, found = new Set()) {
  const chunk = manifest[name];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const imported of chunk.imports ?? []) files(imported, found);
  return found;
}

const zipped = (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;

let isOver = false;
for (const [entry, most] of Object.entries(BUDGET)) {
  const bytes = [...files(`src/${entry}/main.ts`)].reduce((sum, file) => sum + zipped(file), 0);
  const size = bytes / 1024;
  const over = size > most;
  isOver ||= over;
  process.stdout.write(
    `${entry.padEnd(10)} ${size.toFixed(1).padStart(6)} of ${most} KB${over ? "  too much" : ""}\n`,
  );
}
process.exitCode = isOver ? 1 : 0;
