// Launches the installed Chromium, and lets axe look for accessibility problems on a page.

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// Debian's headless shell is Chromium without a window, toolbars and extensions: a page costs less than half as much time.
const SHELL = "/usr/bin/chromium-headless-shell";
const EXECUTABLE = existsSync(SHELL) ? SHELL : "/usr/bin/chromium";

/** Launches Chromium without a window, with `more` arguments. It makes no requests of its own. */
export const launchChromium = (more = []) =>
  chromium.launch({
    executablePath: EXECUTABLE,
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", ...more],
  });

/** Returns the accessibility rules that a page breaks, each with up to three elements. */
export async function violations(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run({ resultTypes: ["violations"] }));
  const elements = ({ nodes }) => nodes.slice(0, 3).map(({ target, html }) => `${target}: ${html.slice(0, 160)}`);
  return found.violations.map((rule) => `${rule.id}: ${elements(rule).join(" | ")}`);
}
