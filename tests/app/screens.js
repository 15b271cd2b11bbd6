// Takes screenshots of every page, and of dialogs, panels and states, into contact sheets, two for each width, scheme and
// language:
//
//   node tests/app/screens.js FOLDER [WORD]...
//
// With words, only sheets with all of them in their names are made, such as `390 dark states`. Each picture is also stored on
// its own in a folder of the sheet's name. `LECTERN_BIN` names the program, as in the tests. `make screens` makes all sheets.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../lectern.js";
import { allPages, opened } from "./pages.js";
import { allStates } from "./states.js";
import { animationsEnd, lectern } from "./visit.js";

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

// The page on which an agent is connected needs the address of the service.
const port = await freePort();
const service = await lectern({ env: { SVC_PORT: String(port), APP_URL: `http://127.0.0.1:${port}` } });
try {
  await mkdir(folder, { recursive: true });
  const sheets = { pages: await allPages(service), states: await allStates(service) };
  for (const width of WIDTHS)
    for (const scheme of SCHEMES)
      for (const language of Object.keys(LOCALES))
        for (const [kind, pages] of Object.entries(sheets)) {
          const name = `${width}-${scheme}-${language}-${kind}`;
          if (!words.every((word) => name.split("-").includes(word))) continue;
          const taken = await screenshots(pages, width, scheme, language);
          await mkdir(join(folder, name), { recursive: true });
          for (const { name: page, picture } of taken)
            await writeFile(join(folder, name, `${page.replaceAll(/\W+/g, "-")}.jpg`), picture, "base64");
          await writeSheet(join(folder, `${name}.png`), taken, width);
          console.log(join(folder, `${name}.png`));
        }
} finally {
  await service.stop();
}

/** The name and a screenshot of each page. Each has a visit of its own: a state may be one that others start with. */
async function screenshots(pages, width, scheme, language) {
  const taken = [];
  const ordered = [...pages].sort((a, b) => Number(b.signedIn) - Number(a.signedIn));
  for (const page of ordered) {
    const options = { width, scheme, locale: LOCALES[language], signedIn: page.signedIn, mayFail: /./ };
    const visit = await service.visit(options);
    try {
      if (page.account) await visit.context.request.post(`${service.base}/api/auth/login`, { data: page.account });
      await visit.page.emulateMedia({ reducedMotion: "reduce" });
      await opened(visit, service, page);
      if (page.act) {
        visit.page.setDefaultTimeout(5000);
        await page.act(visit.page);
        await visit.page.waitForTimeout(400);
        await animationsEnd(visit.page);
      }
    } catch (fault) {
      console.error(`${page.name}: ${String(fault).split("\n")[0]}`);
    }
    const picture = await visit.page.screenshot({ animations: "disabled", type: "jpeg", quality: 85 });
    taken.push({ name: page.name, picture: picture.toString("base64") });
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
  // A sheet is large, and takes its time on a busy machine.
  await visit.page.screenshot({ path: file, fullPage: true, timeout: 180_000 });
  await visit.done();
}
