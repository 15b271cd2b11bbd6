// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import Publishing from "./Publishing.svelte";

let stored: { allowed: boolean; sites: string[] };
let refuses: boolean;
let reads: number;
let stop: () => void;

beforeEach(async () => {
  [stored, refuses, reads] = [{ allowed: false, sites: ["https://a.test"] }, false, 0];
  vi.stubGlobal("fetch", (_: string, { method, body }: RequestInit) => {
    if (method === "GET") reads++;
    else if (refuses) return Promise.resolve(Response.json({ error: "no site" }, { status: 400 }));
    else Object.assign(stored, JSON.parse(body as string));
    return Promise.resolve(Response.json(stored));
  });
  const mounted = mount(Publishing, { target: document.body, props: { organization: "o" } });
  stop = () => void unmount(mounted);
  await vi.waitFor(() => expect(field()).not.toBeNull());
  const area = field() as HTMLTextAreaElement;
  area.value = "https://b.test";
  area.dispatchEvent(new InputEvent("input", { bubbles: true }));
  flushSync();
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

const field = () => document.querySelector("textarea");

async function reloaded() {
  await vi.waitFor(() => expect(reads).toBe(2));
  await new Promise((resolve) => setTimeout(resolve, 10));
}

test("sites that are refused stay as they were typed", async () => {
  refuses = true;
  document.querySelector<HTMLElement>("[type=submit]")?.click();
  await reloaded();
  expect(field()?.value).toBe("https://b.test");
});

test("sites that are typed stay while publishing is switched on", async () => {
  document.querySelector<HTMLElement>("[role=switch]")?.click();
  await reloaded();
  expect(stored).toEqual({ allowed: true, sites: ["https://a.test"] });
  expect(field()?.value).toBe("https://b.test");
});

test("sites are shown as they were saved", async () => {
  document.querySelector<HTMLElement>("[type=submit]")?.click();
  await reloaded();
  expect(stored.sites).toEqual(["https://b.test"]);
  expect(document.querySelector("[type=submit]")?.getAttribute("aria-disabled")).toBe("true");
});
