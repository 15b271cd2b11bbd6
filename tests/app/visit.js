// A service for each file of tests, with a browser and visitors.
//
//   const service = await lectern();                     // in `before`; `service.stop()` in `after`
//   const deck = await service.api("POST", "/api/presentations", { title: "Tide" });
//   const visit = await service.visit({ width: 390 });   // a page, signed in
//   await visit.page.goto(`${service.base}/app`);
//   assert.deepEqual(await visit.violations(), []);      // axe
//   await visit.done();                                  // fails when the page logged an error

import assert from "node:assert/strict";
import { launchChromium, violations } from "../chromium.js";
import { ADMIN, apiClient, startLectern } from "../lectern.js";

const TIMEOUT = 30_000;

/** Starts a service and a browser. `admin: false` and `env` are those of `startLectern`; `browserArguments` are Chromium's. */
export async function lectern({ admin = true, env = {}, browserArguments = [] } = {}) {
  const service = await startLectern({ admin, env });
  const { base, firstLink } = service;
  const browser = await launchChromium(browserArguments);

  async function newContext(options, signedIn) {
    const context = await browser.newContext({ locale: "en-GB", ...options });
    if (signedIn) {
      const answer = await context.request.post(`${base}/api/auth/login`, { data: ADMIN });
      assert.ok(answer.ok(), "signed in");
    }
    return context;
  }

  const api = admin ? await service.signIn() : undefined;

  /** The slides that a page has deleted. Undo may have brought some of them back since. */
  const deleted = new Set();
  function noteDeleted(request) {
    if (request.method() !== "POST" || !request.url().endsWith("/edits")) return;
    for (const { op, slideId } of request.postDataJSON()?.edits ?? []) if (op === "remove") deleted.add(slideId);
  }

  /**
   * Returns the URL of a refused drawing if its slide is or was deleted, and nothing otherwise. One person deletes a slide
   * while the browser of another requests its drawing: nobody sees that this fails, but the browser logs it as an error.
   */
  async function deletedDrawing(response) {
    const [, deck, slide] = /\/presentations\/([^/]+)\/(?:slides\/([^/]+)\/thumb\.png|render$)/.exec(
      response.url().split("?")[0],
    ) ?? [];
    if (!api || !deck || response.ok()) return;
    const { slideId = slide, slideIds = [slideId] } = response.request().postDataJSON() ?? {};
    const { presentation } = await api("GET", `/api/presentations/${deck}`);
    const isStored = (id) => presentation.slides.some((slide) => slide.id === id);
    return slideIds.every((id) => isStored(id) && !deleted.has(id)) ? undefined : response.url();
  }

  return {
    base,
    firstLink,
    /** Calls by the administrator, without a page. */
    api,
    /** Returns a function for calls without an account, with cookies of its own. */
    stranger: () => apiClient(base),
    /**
     * Opens a page. `mayFail` matches logged errors that the test expects, such as a refused call. Drawings of deleted slides
     * may always fail.
     */
    async visit({
      width = 1440,
      height = width < 720 ? 844 : 900,
      scheme = "light",
      locale = "en-GB",
      signedIn = admin,
      mayFail,
    } = {}) {
      const isPhone = width < 720;
      const options = {
        viewport: { width, height },
        colorScheme: scheme,
        hasTouch: isPhone,
        isMobile: isPhone,
        locale,
        acceptDownloads: true,
      };
      const context = await newContext(options, signedIn);
      const faults = [];
      context.on(
        "console",
        (message) => message.type() === "error" && faults.push(`${message.text()} ${message.location().url}`),
      );
      context.on("weberror", (fault) => faults.push(String(fault.error())));
      context.on("request", noteDeleted);
      const drawings = [];
      context.on("response", (response) => drawings.push(deletedDrawing(response).catch(() => undefined)));
      const page = await context.newPage();
      page.setDefaultTimeout(TIMEOUT);
      return {
        page,
        context,
        /** Returns what axe finds on the page once its animations have ended, since it checks colours. */
        async violations() {
          await animationsEnd(page);
          return violations(page);
        },
        /** Ends the visit and fails when the page logged an error. */
        async done() {
          await context.close();
          const failed = faults.filter((fault) => !mayFail?.test(fault));
          for (const url of await Promise.all(drawings)) {
            const at = failed.findIndex((fault) => url && fault.endsWith(` ${url}`));
            if (at >= 0) failed.splice(at, 1);
          }
          assert.deepEqual(failed, []);
        },
      };
    },
    async stop() {
      await browser.close();
      await service.stop();
    },
  };
}

/** Waits until all animations of a page have ended, but for those that never end. */
export const animationsEnd = (page) =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map((animation) => animation.finished),
    ),
  );

/**
 * Waits until the pictures in view have been loaded. A picture that is still requested when its deck is deleted or restored
 * fails, which people never see, since the picture is gone from the page; but the browser logs it as an error.
 */
export const picturesLoaded = (page) =>
  page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight),
  );
