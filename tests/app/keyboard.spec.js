// A deck from its creation to the end of its presentation, without a mouse. The focus is checked at each step.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { lectern } from "./visit.js";

let service;
before(async () => {
  service = await lectern();
});
after(() => service?.stop());

/** Checks that an element has the focus and shows it: by a ring, a caret in a framed text, or an outline. */
async function held(page, what) {
  await page.waitForFunction(() => document.activeElement !== document.body);
  // The ring may be animated.
  await page.evaluate(() =>
    Promise.allSettled(
      document.getAnimations().map((moving) => moving.finished),
    ),
  );
  const stop = await page.evaluate(() => {
    const at = document.activeElement;
    const isRing = (part, pseudo) => {
      const style = getComputedStyle(part, pseudo);
      const outlined =
        style.outlineStyle !== "none" &&
        !/, 0\)$|transparent/.test(style.outlineColor);
      return (
        (outlined && parseFloat(style.outlineWidth) >= 1) ||
        style.boxShadow !== "none"
      );
    };
    const box = at.getBoundingClientRect();
    const near = [
      at,
      at.parentElement,
      at.parentElement?.parentElement,
      ...at.parentElement.children,
    ];
    return {
      name:
        at.getAttribute("aria-label") ??
        at.labels?.[0]?.textContent ??
        at.textContent.trim().slice(0, 40),
      isIn: box.width > 0 && box.bottom > 0 && box.top < innerHeight,
      isSeen:
        near.some((part) => part && isRing(part)) || isRing(at, "::after"),
    };
  });
  assert.ok(stop.isIn && stop.isSeen, `${what}: ${JSON.stringify(stop)}`);
}

const saved = (page) => page.locator('[data-save="saved"]').waitFor();

/** Runs a command of the command menu by its name. */
async function command(page, name) {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").waitFor();
  await held(page, "the command menu");
  await page.keyboard.type(name);
  await page.getByRole("option", { name }).first().waitFor();
  await page.keyboard.press("Enter");
}

test("a deck is created, written, reordered, restyled, discussed, shared, exported and presented with the keyboard alone", async () => {
  const visit = await service.visit();
  const { page } = visit;
  await page.addInitScript(() =>
    localStorage.setItem("lectern.callouts", "text slide saved"),
  );
  await page.goto(`${service.base}/app`);
  await page
    .getByRole("heading", { name: "Your first deck starts here" })
    .waitFor();

  // Create.
  await page.keyboard.press("n");
  await page.getByRole("dialog", { name: "New deck" }).waitFor();
  await held(page, "the title of the new deck");
  await page.keyboard.type("Harbour plan");
  await page.keyboard.press("Enter");
  await page.locator(".frame textarea").waitFor();
  await held(page, "the headline in edit");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Water for every street");
  await page.keyboard.press("Escape");
  await held(page, "the headline on the canvas");
  await page.keyboard.press("Escape");
  await held(page, "the slide in the list");

  // Add two slides.
  for (const [kind, text] of [
    ["list", "Four rules"],
    ["quote", "Build for the tide."],
  ]) {
    await page.keyboard.press("n");
    await page.getByRole("dialog", { name: "Add a slide" }).waitFor();
    await held(page, "the search for a type");
    await page.keyboard.type(kind);
    await page
      .getByRole("option", { name: new RegExp(`^${kind}`, "i") })
      .first()
      .waitFor();
    await page.keyboard.press("ArrowDown");
    await held(page, "a type");
    await page.keyboard.press("Enter");
    await page.locator(".frame textarea").waitFor();
    await page.keyboard.press("Control+a");
    await page.keyboard.type(text);
    await page.keyboard.press("Escape");
    await held(page, `${kind} on the canvas`);
    await page.keyboard.press("Escape");
    await held(page, `${kind} in the list`);
  }
  await saved(page);

  // Move the quote up and back.
  await page.keyboard.press("Alt+ArrowUp");
  await held(page, "the slide that moved");
  await page
    .getByText("Slide moved to position 2 of 3")
    .waitFor({ state: "attached" });
  await page.keyboard.press("Alt+ArrowDown");
  await held(page, "the slide that moved back");

  // Change the type of the list.
  await page.keyboard.press("ArrowUp");
  await held(page, "the list");
  await page.keyboard.press("t");
  await page.getByRole("dialog").waitFor();
  await held(page, "the search for another type");
  await page.keyboard.type("text");
  await page.getByRole("option", { name: /^Text/ }).first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await held(page, "what the picker was opened from");
  await saved(page);

  // Change the theme.
  await command(page, "Theme");
  const theme = page
    .getByRole("radio", { name: "Ledger" })
    .or(page.getByRole("option", { name: "Ledger" }));
  await theme.first().waitFor();
  for (let tab = 0; tab < 40; tab += 1) {
    await page.keyboard.press("Tab");
    await held(page, `stop ${tab} on the way to the themes`);
    const isThere = await page.evaluate(
      () =>
        document.activeElement.closest("[role=radiogroup], [role=listbox]") !==
          null && document.activeElement.closest(".slides") === null,
    );
    if (isThere) break;
  }
  await page.keyboard.press("ArrowDown");
  await held(page, "a theme");
  await page.keyboard.press("Enter");
  await saved(page);

  // Comment.
  await page.keyboard.press("Control+Alt+m");
  const comment = page.getByRole("textbox", { name: /^Write a comment/ });
  await comment.waitFor();
  await page.waitForFunction(
    () => document.activeElement?.tagName === "TEXTAREA",
  );
  await held(page, "the comment");
  await page.keyboard.type("Is it one lane or two?");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Is it one lane or two?").first().waitFor();
  await held(page, "after the comment");

  // Share by a link.
  await command(page, "Share");
  await page.getByRole("dialog", { name: /^Share/ }).waitFor();
  await held(page, "the share dialog");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });

  // Export.
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press("F6");
    await held(page, `region ${step}`);
    if (
      await page.evaluate(
        () => document.activeElement.closest("header") !== null,
      )
    )
      break;
  }
  const menu = page.getByRole("button", { name: "Export" });
  for (let tab = 0; tab < 20; tab += 1) {
    if (await menu.evaluate((button) => button === document.activeElement))
      break;
    await page.keyboard.press("Tab");
    await held(page, `stop ${tab} of the bar`);
  }
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: /^PowerPoint/ }).waitFor();
  await held(page, "the export menu");
  const file = page.waitForEvent("download");
  await page.keyboard.type("pow");
  await page.keyboard.press("Enter");
  assert.match((await file).suggestedFilename(), /\.pptx$/);
  await held(page, "after the export");

  // Present from the beginning.
  await command(page, "From the beginning");
  await page.getByRole("button", { name: /^Rehearse/ }).waitFor();
  await page.keyboard.press("r");
  await page.getByRole("button", { name: "Finish" }).waitFor();
  const slide = (name) => page.getByRole("group", { name }).first().waitFor();
  await slide(/Water for every street/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("End");
  await slide(/Build for the tide/);
  for (let tab = 0; tab < 25; tab += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement === document.body))
      continue;
    await held(page, `stop ${tab} of the console`);
    if (
      await page.evaluate(() =>
        document.activeElement.textContent.includes("Finish"),
      )
    )
      break;
  }
  await page.keyboard.press("Enter");
  await page.getByText("Well rehearsed.").waitFor();
  await held(page, "the end");
  await visit.done();
});
