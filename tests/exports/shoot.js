// Takes a screenshot of every slide of a standalone HTML export in Chromium, with all build steps shown.
//
//   node shoot.js PAGE FOLDER
//
// writes FOLDER/1.png, FOLDER/2.png and so on. The slide fills the window.

import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launchChromium } from "../chromium.js";

const [source, folder] = process.argv.slice(2);
const browser = await launchChromium();
try {
  const viewport = { width: 1920, height: 1080 };
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
