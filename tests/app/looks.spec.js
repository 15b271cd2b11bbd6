// Compares pages that look the same each time with an earlier screenshot, as a grid of coarse cells: other anti-aliasing
// passes; a missing panel, another colour or a broken layout does not.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { allPages, opened } from "./pages.js";
import { lectern } from "./visit.js";
import { snapshot } from "./snapshot.js";

const [COLUMNS, ROWS] = [24, 15];
/** How much one cell may differ, of 255, and how many cells may differ more. */
const [NEAR, FAR_CELLS] = [24, 6];

let service, pages;
before(async () => {
  service = await lectern();
  pages = await allPages(service);
});
after(() => service?.stop());

/** Runs in a blank page: reduces a picture to a grid of grey cells and their tint. */
async function grid([png, columns, rows]) {
  const picture = new Image();
  picture.src = `data:image/png;base64,${png}`;
  await picture.decode();
  const canvas = Object.assign(document.createElement("canvas"), {
    width: columns,
    height: rows,
  });
  const brush = canvas.getContext("2d");
  brush.imageSmoothingQuality = "high";
  brush.drawImage(picture, 0, 0, columns, rows);
  return [...brush.getImageData(0, 0, columns, rows).data].filter(
    (_, at) => at % 4 !== 3,
  );
}

const written = (cells) => {
  const lines = [];
  for (let at = 0; at < cells.length; at += COLUMNS * 3)
    lines.push(
      cells
        .slice(at, at + COLUMNS * 3)
        .map((value) => value.toString(16).padStart(2, "0"))
        .join(""),
    );
  return lines.join("\n");
};
const read = (text) =>
  text.match(/[0-9a-f]{2}/g).map((value) => parseInt(value, 16));

for (const width of [1440, 390]) {
  for (const scheme of ["light", "dark"]) {
    test(`steady pages look as before, ${width} wide in ${scheme}`, async () => {
      const blank = await service.visit({ signedIn: false });
      const wrong = [];
      for (const signedIn of [true, false]) {
        const visit = await service.visit({
          width,
          scheme,
          signedIn,
          mayFail: /40[34]/,
        });
        await visit.page.emulateMedia({ reducedMotion: "reduce" });
        for (const one of pages.filter(
          (page) => page.steady && page.signedIn === signedIn,
        )) {
          await opened(visit, service, one);
          const png = (
            await visit.page.screenshot({ animations: "disabled" })
          ).toString("base64");
          const cells = await blank.page.evaluate(grid, [png, COLUMNS, ROWS]);
          const name = `${one.name}-${width}-${scheme}.look.txt`;
          await snapshot(name, written(cells), (stored) => {
            const before = read(stored);
            const far = cells.filter(
              (value, at) => Math.abs(value - before[at]) > NEAR,
            ).length;
            if (far > FAR_CELLS * 3)
              wrong.push(`${name}: ${far} values are far from before`);
          });
        }
        await visit.done();
      }
      await blank.done();
      assert.deepEqual(wrong, []);
    });
  }
}
