// @vitest-environment jsdom

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { marksStream } from "./stream";

class FakeSource {
  static all: FakeSource[] = [];
  closed = false;
  listeners = new Map<string, (event: { data: string }) => void>();
  constructor(readonly url: string) {
    FakeSource.all.push(this);
  }
  addEventListener(name: string, listener: (event: { data: string }) => void) {
    this.listeners.set(name, listener);
  }
  close() {
    this.closed = true;
  }
}

const open = () => FakeSource.all.filter(({ closed }) => !closed).map(({ url }) => url);
let captions: string[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", FakeSource);
  FakeSource.all = [];
  captions = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const stream = () =>
  marksStream("s", { marks: () => undefined, caption: ({ text }) => captions.push(text), delay: 400 });

test("no stream is open before the session has marks, and one after", () => {
  const marks = stream();
  marks.notice({ marks: false, captions: true }, false);
  vi.advanceTimersByTime(1000);
  expect(open()).toEqual([]);
  marks.notice({ marks: true, captions: false }, false);
  marks.notice({ marks: true, captions: false }, false);
  vi.advanceTimersByTime(400);
  expect(open()).toEqual(["/api/present-sessions/s/marks"]);
});

test("captions are requested by those who want them", () => {
  const marks = stream();
  marks.notice({ marks: true, captions: true }, false);
  vi.advanceTimersByTime(400);
  marks.notice({ marks: true, captions: true }, true);
  vi.advanceTimersByTime(400);
  expect(open()).toEqual(["/api/present-sessions/s/marks?captions=1"]);
  FakeSource.all.at(-1)?.listeners.get("caption")?.({ data: '{"text":"Hello","lang":"en"}' });
  expect(captions).toEqual(["Hello"]);
});

test("the stream is closed after a minute of silence, and opened by the next notice", () => {
  const marks = stream();
  marks.notice({ marks: true, captions: false }, false);
  vi.advanceTimersByTime(50_000);
  FakeSource.all[0]?.listeners.get("marks")?.({ data: '{"slideId":"a","reset":true,"strokes":[]}' });
  vi.advanceTimersByTime(50_000);
  expect(open().length).toBe(1);
  vi.advanceTimersByTime(30_000);
  expect(open()).toEqual([]);
  marks.notice({ marks: true, captions: false }, false);
  vi.advanceTimersByTime(400);
  expect(open().length).toBe(1);
});
