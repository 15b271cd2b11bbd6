// Compares the gzipped script that each page loads at first with its budget. Run it after a build.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** Budget of each entry, in KB of gzipped script. */
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

/** Budgets of the settings sections, which load on demand: the section together with the settings page. */
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
  "provisioning/Provisioning": 100,
  "users/Users": 100,
  "maintenance/Maintenance": 100,
};

const dist = join(import.meta.dirname, "../dist");
const manifest = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8"));

/** Files of a chunk and of all that it imports statically. */
function files(name, found = new Set()) {
  const chunk = manifest[name];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const imported of chunk.imports ?? []) files(imported, found);
  return found;
}

const zipped = (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;

let isOver = false;

/** Prints the size of some chunks and whether it exceeds the budget. */
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
