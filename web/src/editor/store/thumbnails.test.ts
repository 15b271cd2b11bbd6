import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ThumbnailHashes } from "../../lib/api-types";
import { Thumbnails } from "./thumbnails.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const en = (hash: string): ThumbnailHashes => ({ language: "en", slides: { a: hash } });

function thumbnails(...answers: Promise<ThumbnailHashes>[]) {
  const load = vi.fn((_: string) => answers.shift() ?? Promise.reject(new Error("no answer")));
  return { load, all: new Thumbnails("deck", en("1"), load) };
}

it("has the hash of the picture in the address, and none for another language or slide", () => {
  const { all } = thumbnails();
  expect(all.url("a", "en", 320)).toBe("/api/presentations/deck/slides/a/thumb.png?w=320&h=1&lang=en");
  expect([all.url("b", "en", 320), all.url("a", "nl", 320)]).toEqual(["", ""]);
});

it("loads the hashes once after several changes", async () => {
  const { all, load } = thumbnails(Promise.resolve(en("2")));
  all.outdate("en");
  all.outdate("en");
  expect(all.hashOf("a", "en")).toBe("1");
  await vi.runAllTimersAsync();
  expect(all.hashOf("a", "en")).toBe("2");
  expect(load).toHaveBeenCalledOnce();
});

it("keeps the hashes when they cannot be loaded, and ignores an answer that a newer one overtook", async () => {
  let first: (hashes: ThumbnailHashes) => void = () => undefined;
  const { all } = thumbnails(new Promise((resolve) => (first = resolve)), Promise.resolve(en("3")));
  all.outdate("en");
  await vi.runAllTimersAsync();
  all.outdate("en");
  await vi.runAllTimersAsync();
  first(en("2"));
  all.outdate("en");
  await vi.runAllTimersAsync();
  expect(all.hashOf("a", "en")).toBe("3");
});

it("loads the hashes of another language only", async () => {
  const { all, load } = thumbnails(Promise.resolve({ language: "nl", slides: { a: "4" } }));
  all.show("en");
  await vi.runAllTimersAsync();
  expect(load).not.toHaveBeenCalled();
  all.show("nl");
  await vi.runAllTimersAsync();
  expect([load.mock.lastCall, all.hashOf("a", "nl")]).toEqual([["nl"], "4"]);
});
