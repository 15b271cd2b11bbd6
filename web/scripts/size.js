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

/** Sections of the settings that come when one goes there: what they load with the page they stand on. */
const SECTIONS = {
  "profile/Profile": 100,
  "keys/Keys": 100,
  "agents/Agents": 100,
  "organization/Members": 100,
  "themes/Themes": 100,
  "themes/ThemeEditor": 100,
  "types/Types": 100,
  "types/TypeBuilder": 100,
  "assistant/Assistant": 100,
  "users/Users": 100,
  "maintenance/Maintenance": 100,
};

const dist = join(import.meta.dirname, "../dist");
const manifest = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8"));

/** The script of an entry, or of a part that comes later, and all it imports at once. */
function files(name, found = new Set()) {
  const chunk = manifest[name];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const imported of chunk.imports ?? []) files(imported, found);
  return found;
}

const zipped = (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;

let isOver = false;

/** Prints what a page of some parts weighs, and whether that is too much. */
function weigh(name, parts, most) {
  const all = parts.reduce((found, part) => files(part, found), new Set());
  const size = [...all].reduce((sum, file) => sum + zipped(file), 0) / 1024;
  const over = size > most;
  isOver ||= over;
  const figure = `${size.toFixed(1).padStart(6)} of ${most} KB${over ? "  too much" : ""}`;
  process.stdout.write(`${name.padEnd(24)} ${figure}\n`);
}

for (const [entry, most] of Object.entries(BUDGET)) weigh(entry, [`src/${entry}/main.ts`], most);
for (const [section, most] of Object.entries(SECTIONS))
  weigh(section, ["src/settings/main.ts", `src/settings/${section}.svelte`], most);
process.exitCode = isOver ? 1 : 0;
