import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { exportVideo, videoRequest } from "./export-video";
import { toasts } from "./toasts.svelte";

const saved: string[] = [];
vi.mock("./download", () => ({
  download: (path: string) => {
    saved.push(path);
    return Promise.resolve({ name: "Talk.mp4", bytes: 2_000_000 });
  },
}));
// The size is written in the language of the page, which a test does not have.
vi.mock("./time", () => ({ size: String }));
vi.mock("./server-texts", () => ({ appText: (details: string) => `in Dutch: ${details}` }));
vi.mock("./i18n", async (original) => ({
  ...(await original<typeof import("./i18n")>()),
  t: (key: string, { details }: { details?: string } = {}) => details ?? key,
}));

type Job = { state: string; done: number; total: number; hasCaptions: boolean; error?: string };

/** A server whose job has these states, one after another. Returns the requests. */
function server(states: Job[], refusal?: { status: number; details: string }): string[] {
  const requests: string[] = [];
  let at = 0;
  vi.stubGlobal("fetch", (path: string, { method, body }: RequestInit) => {
    requests.push(`${method} ${path}${typeof body === "string" ? ` ${body}` : ""}`);
    if (refusal)
      return Promise.resolve(
        new Response(JSON.stringify({ code: "conflict", details: refusal.details }), {
          status: refusal.status,
        }),
      );
    const state = states[Math.min(at++, states.length - 1)];
    return Promise.resolve(new Response(JSON.stringify({ job: { id: "j", ...state } })));
  });
  return requests;
}

const running = { state: "running", done: 0, total: 3, hasCaptions: false };

beforeEach(() => {
  vi.useFakeTimers();
  saved.length = 0;
  toasts.shown = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a video", () => {
  it("is requested with the choices of the dialog", () => {
    expect(videoRequest(undefined, {})).toEqual({});
    expect(
      videoRequest("nl", { slides: "2-", width: "1280", seconds: "5", captions: "0", hidden: "1" }),
    ).toEqual({
      lang: "nl",
      slides: "2-",
      width: 1280,
      seconds: 5,
      captions: false,
      hidden: true,
    });
  });

  it("is saved when its job is done, and offers its captions", async () => {
    const done = { ...running, state: "done", done: 3, hasCaptions: true };
    const requests = server([running, { ...running, done: 1 }, done]);
    const made = exportVideo("d 1", undefined, {});
    await vi.advanceTimersByTimeAsync(10);
    expect(toasts.shown).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await made).toBe(true);
    expect(requests).toEqual([
      "POST /api/presentations/d%201/video {}",
      "GET /api/presentations/d%201/video/j",
      "GET /api/presentations/d%201/video/j",
    ]);
    expect(saved).toEqual(["/api/presentations/d%201/video/j/video.mp4"]);
    toasts.shown[0]?.action?.run();
    expect(saved[1]).toBe("/api/presentations/d%201/video/j/captions.vtt");
  });

  it("is stopped on the server, and nothing is saved", async () => {
    const requests = server([running]);
    const made = exportVideo("d", undefined, {});
    await vi.advanceTimersByTimeAsync(1000);
    toasts.shown[0]?.action?.run();
    await vi.advanceTimersByTimeAsync(2000);
    expect(await made).toBe(false);
    expect(requests.at(-1)).toBe("DELETE /api/presentations/d/video/j");
    expect([saved, toasts.shown]).toEqual([[], []]);
  });

  it("is waited for while the server cannot be reached", async () => {
    server([running, running, { ...running, state: "done" }]);
    const made = exportVideo("d", undefined, {});
    await vi.advanceTimersByTimeAsync(1000);
    const reached = globalThis.fetch;
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("network")));
    await vi.advanceTimersByTimeAsync(5000);
    vi.stubGlobal("fetch", reached);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await made).toBe(true);
    expect(saved).toEqual(["/api/presentations/d/video/j/video.mp4"]);
  });

  it("shows why it cannot be made", async () => {
    server([], { status: 409, details: "ffmpeg is not installed" });
    expect(await exportVideo("d", undefined, {})).toBe(false);
    expect(toasts.shown).toHaveLength(1);
    expect(toasts.shown[0]?.tone).toBe("danger");
    server([running, { ...running, state: "failed", error: "the video could not be made" }]);
    const made = exportVideo("d", undefined, {});
    await vi.advanceTimersByTimeAsync(2000);
    expect(await made).toBe(false);
    expect(saved).toEqual([]);
    expect(toasts.shown.at(-1)?.text).toBe("In Dutch: the video could not be made.");
  });
});
