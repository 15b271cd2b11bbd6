import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../lib/api";
import type { SendMarks } from "../lib/wire";
import { MarksOutbox } from "./outbox";

let posted: SendMarks[];
let answer: () => Promise<unknown>;
let refused: number[];
let outbox: MarksOutbox;

beforeEach(() => {
  vi.useFakeTimers();
  [posted, refused] = [[], []];
  answer = () => Promise.resolve();
  outbox = new MarksOutbox(
    (marks) => {
      posted.push(structuredClone(marks));
      return answer();
    },
    { refused: ({ status }) => refused.push(status) },
  );
});
afterEach(() => vi.useRealTimers());

const red = (points: number[]) => ({ points, color: "red" as const });
const passed = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test("at most 20 requests a second are sent, with the newest pointer", async () => {
  for (let step = 0; step < 100; step++) {
    outbox.point("a", [step, 0]);
    await passed(10);
  }
  expect(posted.length).toBeLessThanOrEqual(21);
  await passed(50);
  expect(posted.at(-1)).toEqual({ slideId: "a", pointer: [99, 0] });
});

test("a stroke is sent in parts, and whole when it is done", async () => {
  outbox.draw("a", "s", red([1, 1]), false);
  await passed(1);
  outbox.draw("a", "s", red([1, 1, 2, 2, 3, 3]), false);
  await passed(60);
  outbox.draw("a", "s", red([1, 1, 2, 2, 3, 3]), true);
  await passed(60);
  expect(posted.map(({ strokes }) => strokes?.[0])).toEqual([
    { id: "s", from: 0, points: [1, 1], color: "red" },
    { id: "s", from: 1, points: [2, 2, 3, 3], color: "red" },
    { id: "s", points: [1, 1, 2, 2, 3, 3], color: "red", done: true },
  ]);
  expect(outbox.has("s")).toBe(false);
});

test("a stroke waits for the network; marks of another slide are sent on their own", async () => {
  answer = () => Promise.reject(new TypeError("offline"));
  outbox.draw("a", "s", red([1, 1]), true);
  await passed(10);
  outbox.draw("b", "t", red([2, 2]), true);
  expect(outbox.has("s")).toBe(true);
  answer = () => Promise.resolve();
  await passed(20_000);
  expect(posted.slice(-2).map(({ slideId }) => slideId)).toEqual(["a", "b"]);
  expect([outbox.has("s"), outbox.has("t")]).toEqual([false, false]);
});

test("strokes that are cleared are not sent; a rejected stroke is reported and not sent again", async () => {
  outbox.draw("a", "s", red([1, 1]), true);
  outbox.clear("a");
  await passed(10);
  expect(posted).toEqual([{ slideId: "a", clear: true }]);
  answer = () => Promise.reject(new ApiError(400, "limit_exceeded", "full", {}, undefined));
  outbox.draw("a", "t", red([1, 1]), true);
  await passed(20_000);
  expect(refused).toEqual([400]);
  expect(posted.length).toBe(2);
});

test("a stroke that is undone is not sent, and is deleted where it was sent before", async () => {
  outbox.draw("a", "s", { points: [1, 1], color: "blue" }, true);
  await passed(10);
  outbox.draw("a", "t", red([2, 2]), true);
  outbox.remove("a", ["s", "t"]);
  outbox.draw("b", "u", red([3, 3]), true);
  await passed(200);
  expect(posted).toEqual([
    { slideId: "a", strokes: [{ id: "s", points: [1, 1], color: "blue", done: true }] },
    { slideId: "a", remove: ["s", "t"] },
    { slideId: "b", strokes: [{ id: "u", points: [3, 3], color: "red", done: true }] },
  ]);
});

test("captions are sent with the slide that is shown", async () => {
  outbox.switchCaptions("a", true);
  outbox.caption("a", { text: "Hello", lang: "en" });
  outbox.caption("a", { text: "Hello all", lang: "en" });
  await passed(10);
  expect(posted).toEqual([{ slideId: "a", captions: true, caption: { text: "Hello all", lang: "en" } }]);
});
