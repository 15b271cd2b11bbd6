// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import FromPowerPoint from "./FromPowerPoint.svelte";
import Logo from "./Logo.svelte";

let answer: (body: unknown) => void;
vi.mock("../../lib/api", async (original) => ({
  ...(await original<typeof import("../../lib/api")>()),
  upload: () => new Promise((resolve) => (answer = resolve)),
}));

afterEach(() => document.body.replaceChildren());

/** Chooses a file and returns what the input holds then. */
function choose(): unknown {
  flushSync();
  const input = document.querySelector("input[type=file]") as HTMLInputElement;
  let value = "C:\\fakepath\\harbour.pptx";
  Object.defineProperty(input, "files", { get: () => [new File(["x"], "harbour.pptx")] });
  Object.defineProperty(input, "value", { get: () => value, set: (to: string) => (value = to) });
  input.dispatchEvent(new Event("change", { bubbles: true }));
  return value;
}

test("the same logo can be chosen again after it was removed", () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ url: "/uploads/1.png" })));
  const mounted = mount(Logo, { target: document.body, props: { url: "", locks: [] } });
  expect(choose()).toBe("");
  void unmount(mounted);
  vi.unstubAllGlobals();
});

test.each([
  ["opens", true],
  ["does not open where the user has gone elsewhere", false],
])("a theme from a file %s", async (_, stays) => {
  history.replaceState(null, "", "/settings/themes/new");
  globalThis.scrollTo = () => undefined;
  const mounted = mount(FromPowerPoint, { target: document.body });
  choose();
  if (!stays) await unmount(mounted);
  answer({ theme: { id: "7", label: "Harbour" } });
  await new Promise((resolve) => setTimeout(resolve));
  expect(location.pathname).toBe(stays ? "/settings/themes/7" : "/settings/themes/new");
  if (stays) await unmount(mounted);
});
