// Sounds and videos on slides: uploaded in the editor, played on the projector, by followers and in a file without a network.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, test } from "node:test";
import { until } from "../lectern.js";
import { lectern } from "./visit.js";

const folder = mkdtempSync(join(tmpdir(), "media-"));
const SLIDES = [
  { type: "video", content: { title: "The quay at night" } },
  { type: "video", content: { title: "Waves" } },
];

let service;
before(async () => {
  service = await lectern({ browserArguments: ["--autoplay-policy=no-user-gesture-required"] });
});
after(() => service?.stop());

function written(name, ...input) {
  const file = join(folder, name);
  execFileSync("ffmpeg", ["-v", "error", "-y", ...input, file]);
  return file;
}
const film = () =>
  written("Quay at night.mp4", "-f", "lavfi", "-i", "testsrc=d=3:s=640x360:r=12", "-pix_fmt", "yuv420p");
const sound = () => written("Waves.mp3", "-f", "lavfi", "-i", "sine=f=220:d=3");

async function deck() {
  return (await service.api("POST", "/api/presentations", { title: "Tide", slides: SLIDES })).presentation;
}
const sourceOf = async (id, slide) =>
  (await service.api("GET", `/api/presentations/${id}`)).presentation.slides[slide].content.source;

/** Uploads a file in the inspector of a slide, and returns its address. */
async function upload(page, { id, slides }, slide, file) {
  await page.goto(`${service.base}/app/${id}?slideId=${slides[slide].id}`);
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload a sound or video" }).click();
  await (await choosing).setFiles(file);
  await until("an address", async () => /^\/uploads\//.test((await sourceOf(id, slide)) ?? ""));
  return sourceOf(id, slide);
}

/** Waits until an element can play. Returns its duration in seconds and its width in pixels, 0 for a sound. */
async function isReady(page, selector) {
  const element = page.locator(selector).first();
  await element.waitFor({ state: "attached" });
  await page.waitForFunction((media) => media.readyState >= 2, await element.elementHandle());
  return element.evaluate((media) => ({ seconds: Math.round(media.duration), width: media.videoWidth ?? 0 }));
}

test("an uploaded video and sound play in the talk, for followers and in a file without a network", async () => {
  const made = await deck();
  const { id } = made;
  const { page, violations, done } = await service.visit({ mayFail: /ERR_INTERNET_DISCONNECTED/ });
  await page.addInitScript(() => localStorage.setItem("lectern.callouts", "text slide saved"));
  const video = await upload(page, made, 0, film());
  assert.match(video, /^\/uploads\/Quay-at-night-[0-9a-f-]{36}\.mp4$/);
  assert.match(await upload(page, made, 1, sound()), /^\/uploads\/Waves-[0-9a-f-]{36}\.mp3$/);
  assert.deepEqual(await violations(), []);

  // A player seeks with range requests.
  const part = await fetch(service.base + video, { headers: { range: "bytes=4-7" } });
  assert.deepEqual([part.status, await part.text()], [206, "ftyp"]);
  assert.equal(part.headers.get("x-content-type-options"), "nosniff");

  const live = await service.api("POST", "/api/present-sessions", { presentationId: id });
  const follower = await service.visit({ width: 390, signedIn: false });
  await follower.page.goto(`${service.base}/follow/${live.sessionId}`);
  assert.deepEqual(await isReady(follower.page, "video"), { seconds: 3, width: 640 });
  await service.api("POST", `/api/present-sessions/${live.sessionId}/state`, { slideIndex: 1, stepIdx: 0 });
  assert.equal((await isReady(follower.page, "audio")).seconds, 3);
  await follower.done();

  await page.goto(`${service.base}/present/${id}`);
  await page.getByText("All slides are on this device").waitFor();
  const opened = page.context().waitForEvent("page");
  await page.keyboard.press("w");
  const projector = await opened;
  assert.deepEqual(await isReady(projector, "video"), { seconds: 3, width: 640 });
  await page.context().setOffline(true);
  await projector.keyboard.press("ArrowRight");
  assert.equal((await isReady(projector, "audio")).seconds, 3, "the device has it");
  await page.context().setOffline(false);
  await projector.close();

  await page.goto(`${service.base}/app/${id}`);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /Web page|HTML/ }).first().click();
  const file = join(folder, "tide.html");
  await (await saved).saveAs(file);
  await page.context().setOffline(true);
  await page.goto(pathToFileURL(file).href);
  assert.deepEqual(await isReady(page, "video"), { seconds: 3, width: 640 });
  await page.evaluate(() => document.querySelector("video").play());
  await page.keyboard.press("ArrowRight");
  assert.equal((await isReady(page, "audio")).seconds, 3);
  assert.equal(await page.locator("video").evaluate((left) => left.paused), true, "it stops when its slide is left");
  await page.keyboard.press("ArrowLeft");
  assert.deepEqual(await isReady(page, "video"), { seconds: 3, width: 640 });
  await done();
});

test("a file that is neither sound nor video is refused in words", async () => {
  const { id } = await deck();
  const { page, done } = await service.visit({ mayFail: /400/ });
  await page.addInitScript(() => localStorage.setItem("lectern.callouts", "text slide saved"));
  await page.goto(`${service.base}/app/${id}`);
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload a sound or video" }).click();
  const buffer = Buffer.from("<!doctype html><script>alert(1)</script>");
  await (await choosing).setFiles({ name: "film.mp4", mimeType: "video/mp4", buffer });
  await page.getByText("This kind of file cannot be used. Choose an MP4, WebM, MP3, M4A, Ogg or WAV file.").waitFor();
  assert.equal(await sourceOf(id, 0), undefined);
  await done();
});
