// Accessibility of every page: axe at both widths in both schemes, narrow windows, large text, forced colours, names.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { allPages, opened } from "./pages.js";
import { lectern } from "./visit.js";
import { snapshot } from "./snapshot.js";

let service, pages;
before(async () => {
  service = await lectern();
  pages = await allPages(service);
});
after(() => service?.stop());

/** Opens every page, with and without an account, and returns what the check found, by page. */
async function onEvery(look, check, isOne = () => true) {
  const wrong = {};
  for (const signedIn of [true, false]) {
    // One of the pages is a 404; the notes page cannot control a session without a presenter.
    const visit = await service.visit({ ...look, signedIn, mayFail: /40[34]/ });
    for (const one of pages.filter(
      (page) => page.signedIn === signedIn && isOne(page),
    )) {
      await opened(visit, service, one);
      const found = await check(visit, one);
      if (found.length) wrong[one.name] = found;
    }
    await visit.done();
  }
  return wrong;
}

/** How far a page can be scrolled sideways, and because of which elements. Elements that scroll themselves do not count. */
const sideways = async ({ page }) =>
  page.evaluate(() => {
    const by = document.documentElement.scrollWidth - innerWidth;
    if (by <= 0) return [];
    const scrolls = (part) =>
      /auto|scroll|hidden|clip/.test(getComputedStyle(part).overflowX);
    const wide = [...document.body.querySelectorAll("*")].filter((part) => {
      if (part.getBoundingClientRect().right <= innerWidth + 1) return false;
      for (
        let up = part.parentElement;
        up && up !== document.body;
        up = up.parentElement
      )
        if (scrolls(up)) return false;
      return true;
    });
    const named = (part) =>
      `${part.tagName.toLowerCase()}.${part.className}`.slice(0, 60);
    return [`${by} px`, ...wide.slice(0, 4).map(named)];
  });

for (const width of [1440, 390]) {
  for (const scheme of ["light", "dark"]) {
    test(`axe finds nothing on any page, ${width} wide in ${scheme}`, async () => {
      assert.deepEqual(
        await onEvery({ width, scheme }, (visit) => visit.violations()),
        {},
      );
    });
  }
}

test("nothing scrolls sideways in a window of 320", async () => {
  assert.deepEqual(await onEvery({ width: 320, height: 640 }, sideways), {});
});

test("nothing scrolls sideways with text of twice the size", async () => {
  const check = async (visit) => {
    await visit.page.evaluate(
      () => (document.documentElement.style.fontSize = "200%"),
    );
    await visit.page.waitForTimeout(100);
    return sideways(visit);
  };
  assert.deepEqual(await onEvery({ width: 1280, height: 900 }, check), {});
});

test("with forced colours every element that Tab reaches still shows its focus", async () => {
  const check = async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active" });
    const lost = [];
    for (let tab = 0; tab < 6; tab += 1) {
      await page.keyboard.press("Tab");
      const stop = await page.evaluate(() => {
        const at = document.activeElement;
        if (at === document.body || at.tagName === "IFRAME") return undefined;
        const seen = (style) =>
          style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
        const parts = [at, at.parentElement, ...at.querySelectorAll("*")];
        const shows =
          parts.some((part) => seen(getComputedStyle(part))) ||
          seen(getComputedStyle(at, "::after"));
        return shows ? undefined : at.outerHTML.slice(0, 120);
      });
      if (stop) lost.push(stop);
    }
    await page.emulateMedia({ forcedColors: "none" });
    return lost;
  };
  assert.deepEqual(
    await onEvery({}, check, ({ name }) => name !== "projector"),
    {},
  );
});

test("the accessibility tree of every page is as before", async () => {
  const NAMED = [
    "list",
    "trash",
    "editor",
    "share",
    "curtain",
    "follow",
    "view",
    "sign-in",
    "settings keys",
  ];
  const check = async ({ page }, { name }) => {
    // Earlier followers have left.
    await page
      .getByRole("list", { name: "People here" })
      .waitFor({ state: "detached" });
    const tree = await page.locator("body").ariaSnapshot();
    // Times and random values.
    const steady = tree
      .replace(/\b(now|\d+ (seconds?|minutes?) ago)\b/g, "now")
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID")
      .replace(/localhost:\d+|127\.0\.0\.1:\d+/g, "HOST")
      .replace(/svc_live_[\w-]+/g, "KEY")
      .replace(/\b[A-Z]{4}\b(?= |$|")/gm, (code) =>
        /^[BCDFGHJKLMNPQRSTVWXZ]{4}$/.test(code) ? "CODE" : code,
      );
    await snapshot(`${name}.aria.yml`, steady);
    return [];
  };
  assert.deepEqual(
    await onEvery({}, check, ({ name }) => NAMED.includes(name)),
    {},
  );
});
