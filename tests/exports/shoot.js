// Shoots every slide of a standalone HTML export in Chromium, all of its steps shown.
//
//   node shoot.mjs PAGE FOLDER [WIDTH HEIGHT]
//
// writes FOLDER/1.png, FOLDER/2.png and so on, with the slide filling the window as the viewer fits it.

import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

// The browser's driver belongs to the tests of the pages.
const { chromium } = createRequire(new URL("../browser/package.json", import.meta.url))("playwright-core");

const [source, folder, width = "1920", height = "1080"] = process.argv.slice(2);
const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"];
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: flags });
try {
  const viewport = { width: Number(width), height: Number(height) };
  const page = await browser.newPage({ viewport, bypassCSP: true, offline: true, reducedMotion: "reduce" });
  await mkdir(folder, { recursive: true });
  await page.goto(pathToFileURL(resolve(source)).href);
  await page.addStyleTag({ content: ".bar,.progress{display:none!important}.soon{visibility:visible!important}" });
  await page.evaluate(() => document.fonts.ready);
  const slides = await page.locator(".slide").count();
  for (let number = 1; number <= slides; number += 1) {
    await page.evaluate((slide) => { location.hash = slide; }, `#${number}`);
    await page.waitForFunction((slide) => document.querySelector(".slide.now")?.id === slide, String(number));
    await page.screenshot({ path: join(folder, `${number}.png`), animations: "disabled" });
  }
} finally {
  await browser.close();
}
