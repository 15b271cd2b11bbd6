import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { canRecogniseSpeech, lastWords, recogniseSpeech } from "./captions";

class FakeRecognition {
  static last: FakeRecognition;
  lang = "";
  starts = 0;
  onresult: ((event: unknown) => void) | null = null;
  onerror: ((event: { error: string }) => void) | null = null;
  onend: (() => void) | null = null;
  constructor() {
    FakeRecognition.last = this;
  }
  start() {
    this.starts++;
  }
  abort() {
    this.onend?.();
  }
  says(...phrases: [string, boolean][]) {
    const results = phrases.map(([transcript, isFinal]) => Object.assign([{ transcript }], { isFinal }));
    this.onresult?.({ resultIndex: 0, results });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("webkitSpeechRecognition", FakeRecognition);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("words appear while they are spoken, after those before", () => {
  const heard: string[] = [];
  recogniseSpeech("nl-NL", { heard: (text) => heard.push(text), failed: () => undefined });
  const { last } = FakeRecognition;
  expect(last.lang).toBe("nl-NL");
  last.says(["goede", false]);
  last.says(["Goedemorgen allemaal.", true]);
  last.says(["vandaag", false]);
  expect(heard).toEqual(["goede", "Goedemorgen allemaal.", "Goedemorgen allemaal. vandaag"]);
});

test("recognition starts again after a pause, and not after it was stopped", () => {
  const stop = recogniseSpeech("en", { heard: () => undefined, failed: () => undefined });
  const { last } = FakeRecognition;
  last.onerror?.({ error: "no-speech" });
  last.onend?.();
  vi.advanceTimersByTime(1000);
  expect(last.starts).toBe(2);
  stop();
  vi.advanceTimersByTime(1000);
  expect(last.starts).toBe(2);
});

test("a microphone that may not be used ends recognition", () => {
  const failed: string[] = [];
  recogniseSpeech("en", { heard: () => undefined, failed: (failure) => failed.push(failure) });
  FakeRecognition.last.onerror?.({ error: "not-allowed" });
  vi.advanceTimersByTime(1000);
  expect([failed, FakeRecognition.last.starts]).toEqual([["microphone"], 1]);
});

test("a browser without speech recognition is known", () => {
  expect(canRecogniseSpeech()).toBe(true);
  vi.unstubAllGlobals();
  expect(canRecogniseSpeech()).toBe(false);
});

test("a caption has the last whole words", () => {
  expect(lastWords("  one   two ")).toBe("one two");
  expect(lastWords("alpha beta gamma", 11)).toBe("beta gamma");
});
