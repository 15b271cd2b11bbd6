// Takes screenshots of every page into contact sheets, one for each width, scheme and language:
//
//   node tests/app/screens.js FOLDER [WORD]...
//
// With words, only sheets with all of them in their names are made, such as `390 dark`. `LECTERN_BIN` names the program,
// as in the tests. `make screens` makes all sheets.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { allPages, opened } from "./pages.js";
import { lectern } from "./visit.js";

const WIDTHS = [1440, 1024, 390];
const SCHEMES = ["light", "dark"];
const LOCALES = { en: "en-GB", nl: "nl-NL" };
/** The width of a page on a sheet, and the width of a sheet. */
const THUMBNAIL = { 1440: 640, 1024: 480, 390: 240 };
const SHEET = 1960;

const [folder, ...words] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node tests/app/screens.js FOLDER [WORD]...");
  process.exit(2);
}

const service = await lectern();
try {
  await mkdir(folder, { recursive: true });
  const pages = await allPages(service);
  for (const width of WIDTHS)
    for (const scheme of SCHEMES)
      for (const language of Object.keys(LOCALES)) {
        const name = `${width}-${scheme}-${language}`;
        if (!words.every((word) => name.split("-").includes(word))) continue;
        await writeSheet(
          join(folder, `${name}.png`),
          await screenshots(pages, width, scheme, language),
          width,
        );
        console.log(join(folder, `${name}.png`));
      }
} finally {
  await service.stop();
}

/** The name and a screenshot of each page. */
async function screenshots(pages, width, scheme, language) {
  const taken = [];
  for (const signedIn of [true, false]) {
    const visit = await service.visit({
      width,
      scheme,
      locale: LOCALES[language],
      signedIn,
      mayFail: /40[34]/,
    });
    await visit.page.emulateMedia({ reducedMotion: "reduce" });
    for (const page of pages.filter((page) => page.signedIn === signedIn)) {
      await opened(visit, service, page);
      const picture = await visit.page.screenshot({
        animations: "disabled",
        type: "jpeg",
        quality: 85,
      });
      taken.push({ name: page.name, picture: picture.toString("base64") });
    }
    await visit.done();
  }
  return taken;
}

/** Writes a page with all screenshots and their names as one picture. */
async function writeSheet(file, taken, width) {
  const visit = await service.visit({ width: SHEET, signedIn: false });
  const figures = taken.map(
    ({ name, picture }) =>
      `<figure><img src="data:image/jpeg;base64,${picture}"><figcaption>${name}</figcaption></figure>`,
  );
  await visit.page.setContent(
    `<style>
      body { margin: 8px; display: flex; flex-wrap: wrap; gap: 8px; background: #888; font: 14px sans-serif }
      figure { margin: 0; width: ${THUMBNAIL[width]}px } img { width: 100%; display: block }
    </style>${figures.join("")}`,
  );
  await visit.page.screenshot({ path: file, fullPage: true });
  await visit.done();
}
