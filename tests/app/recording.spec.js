// A rehearsal is recorded with the sound of a microphone, and becomes a video with that sound.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { lectern } from "./visit.js";

const SLIDES = [
  { type: "title", content: { title: "Water for every street" } },
  {
    type: "list",
    content: { title: "Rules", items: [{ title: "Keep one lane open" }, { title: "Tell people" }] },
  },
  { type: "content", content: { title: "Only for us", body: "The budget." } },
];
/** Chromium plays a tone as the microphone. */
const MICROPHONE = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];

let service;
before(async () => {
  service = await lectern({ browserArguments: MICROPHONE });
});
after(() => service?.stop());

async function deck() {
  const body = { title: "Water", slides: SLIDES, settings: { stepParagraphs: true } };
  return (await service.api("POST", "/api/presentations", body)).presentation;
}

async function rehearse(page, id) {
  await page.goto(`${service.base}/present/${id}?rehearse`);
  await page.getByText("Rehearsing").waitFor();
}

/** The streams of a file with their seconds, and its mean loudness in decibels. */
function probed(file) {
  const probe = ["-v", "error", "-show_entries", "stream=codec_name,duration", "-of", "json", file];
  const { streams } = JSON.parse(execFileSync("ffprobe", probe, { encoding: "utf8" }));
  const measure = ["-hide_banner", "-loglevel", "info", "-i", file, "-map", "0:a", "-af", "volumedetect"];
  const log = execFileSync("sh", ["-c", 'ffmpeg "$@" -f null - 2>&1', "sh", ...measure], { encoding: "utf8" });
  return { streams, loudness: Number(/mean_volume: (\S+)/.exec(log)?.[1]) };
}

test("a recorded rehearsal becomes a video with its sound, without a slide that was deleted since", async () => {
  const { id, slides } = await deck();
  const { page, violations, done } = await service.visit();
  await rehearse(page, id);
  await page.getByRole("button", { name: "Record sound" }).click();
  await page.getByRole("button", { name: /Stop recording/ }).waitFor();
  await page.waitForTimeout(2000);
  await page.keyboard.press("ArrowRight");
  await page.waitForTimeout(1500);
  await page.keyboard.press("ArrowRight");
  await page.waitForTimeout(1000);
  // A pause of the clock is no part of the recording.
  await page.keyboard.press("t");
  await page.waitForTimeout(1500);
  await page.keyboard.press("t");
  await page.keyboard.press("ArrowRight");
  await page.waitForTimeout(700);
  await page.keyboard.press("ArrowRight");
  await page.waitForTimeout(1500);
  assert.deepEqual(await violations(), []);
  await page.getByRole("button", { name: "Finish" }).click();
  await page.getByText("Stored with this presentation, for you alone.").waitFor();
  assert.deepEqual(await violations(), []);

  const { rehearsal } = await service.api("GET", `/api/presentations/${id}/rehearsal`);
  const shown = rehearsal.moments.map(({ slide, step }) => [slide, step]);
  assert.deepEqual(shown, [
    [1, 0],
    [2, 0],
    [2, 1],
    [2, 2],
    [3, 0],
  ]);
  assert.equal(rehearsal.mime, "audio/webm");
  const [, second, , , third] = rehearsal.moments.map(({ at }) => at);
  assert.ok(second >= 1900 && second < 4000, JSON.stringify(rehearsal));
  assert.ok(third - second >= 3100 && third - second < 4600, "without the pause");
  const audio = page.getByLabel("Sound of the rehearsal");
  await page.waitForFunction((element) => element.readyState >= 1, await audio.elementHandle());

  await page.getByRole("link", { name: "Back to the editor" }).click();
  await service.api("POST", `/api/presentations/${id}/edits`, {
    client: "test",
    seq: 1,
    base: 1,
    edits: [{ op: "remove", slideId: slides[2].id }],
  });
  await page.reload();
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("menuitem", { name: /Export with choices/ }).click();
  await page.getByRole("radio", { name: "Video" }).check({ force: true });
  const time = page.getByLabel("Time of each slide");
  await time.getByRole("option", { name: /As recorded/ }).waitFor({ state: "attached" });
  await time.selectOption("recorded");
  await page.getByText("One slide of the recording was deleted since; its sound is cut out.").waitFor();
  await page.getByLabel("Size").selectOption("1280");
  assert.deepEqual(await violations(), []);
  const saved = page.waitForEvent("download", { timeout: 120_000 });
  await page.getByRole("dialog").getByRole("button", { name: "Export" }).click();
  const file = join(mkdtempSync(join(tmpdir(), "recording-")), "talk.mp4");
  await (await saved).saveAs(file);
  const { streams, loudness } = probed(file);
  assert.deepEqual(
    streams.map(({ codec_name }) => codec_name),
    ["h264", "aac"],
  );
  for (const { duration } of streams) assert.ok(Math.abs(duration - third / 1000) < 0.15, `${duration} ${third}`);
  assert.ok(loudness > -60, `the tone of the microphone is there: ${loudness} dB`);
  await done();
});

test("without permission for the microphone, the console says what to do, and the rehearsal goes on", async () => {
  const { id } = await deck();
  const { page, done } = await service.visit();
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", globalThis.fault));
  });
  for (const [fault, said] of [
    ["NotAllowedError", "The browser may not use the microphone."],
    ["NotFoundError", "No microphone was found."],
    ["NotReadableError", "The microphone does not work."],
  ]) {
    await rehearse(page, id);
    await page.evaluate((name) => (globalThis.fault = name), fault);
    await page.getByRole("button", { name: "Record sound" }).click();
    await page.getByText(said).waitFor();
    await page.getByRole("button", { name: "Finish" }).click();
    await page.getByText("Well rehearsed.").waitFor();
    assert.equal(await page.getByRole("region", { name: "Recording" }).count(), 0);
  }
  await done();
});

test("a recording that cannot be stored can be tried again, and a stored one deleted", async () => {
  const { id } = await deck();
  const { page, done } = await service.visit({ mayFail: /507|503|Failed to load/ });
  await rehearse(page, id);
  await page.evaluate(() => {
    const fetch = globalThis.fetch;
    globalThis.fetch = (...request) => {
      if (request[1]?.method !== "PUT") return fetch(...request);
      globalThis.fetch = fetch;
      return Promise.resolve(new Response("{}", { status: 507 }));
    };
  });
  await page.getByRole("button", { name: "Record sound" }).click();
  await page.getByRole("button", { name: /Stop recording/ }).waitFor();
  await page.waitForTimeout(1200);
  await page.getByRole("button", { name: "Finish" }).click();
  await page.getByText("The recording could not be stored.").waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Stored with this presentation").waitFor();
  await page.getByRole("button", { name: "Delete the recording" }).click();
  await page.getByRole("button", { name: "Delete it for good" }).click();
  await page.getByText("The recording is deleted.").waitFor();
  assert.deepEqual(await service.api("GET", `/api/presentations/${id}/rehearsal`), {});
  await done();
});
