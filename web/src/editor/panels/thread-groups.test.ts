import { expect, test } from "vitest";
import { groupThreads } from "./thread-groups";

const thread = (id: string, slideId: string | null, status = "open", createdAt = "2026-01-01") => ({
  id,
  slideId,
  status,
  createdAt,
});
const slides = [{ id: "a" }, { id: "b" }];
const all = { which: "all", slideId: undefined } as const;

test("the deck comes first, then slides in their order, then deleted slides", () => {
  const list = [thread("1", "gone"), thread("2", "b"), thread("3", null), thread("4", "a")];
  expect(groupThreads(list, slides, all).map(({ slideId, number }) => [slideId, number])).toEqual([
    [null, 0],
    ["a", 1],
    ["b", 2],
    ["gone", 0],
  ]);
});

test("the threads of a slide are newest first", () => {
  const list = [thread("old", "a", "open", "2026-01-01"), thread("new", "a", "open", "2026-02-01")];
  expect(groupThreads(list, slides, all)[0]?.threads.map(({ id }) => id)).toEqual(["new", "old"]);
});

test("threads are filtered by status and by slide", () => {
  const list = [thread("1", "a"), thread("2", "a", "dismissed"), thread("3", "b", "resolved")];
  const found = (which: "open" | "settled" | "all", slideId?: string) =>
    groupThreads(list, slides, { which, slideId }).flatMap(({ threads }) => threads.map(({ id }) => id));
  expect(found("open")).toEqual(["1"]);
  expect(found("settled")).toEqual(["2", "3"]);
  expect(found("all", "b")).toEqual(["3"]);
});
