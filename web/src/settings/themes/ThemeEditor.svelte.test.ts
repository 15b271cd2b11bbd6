// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { Profile } from "../../lib/api-types";
import { readDraft } from "../drafts";
import ThemeEditor from "./ThemeEditor.svelte";

afterEach(() => vi.unstubAllGlobals());

test("an edit that is made while a new theme is saved stays in the draft of its page", async () => {
  globalThis.scrollTo = () => undefined;
  let answer: (() => void) | undefined;
  vi.stubGlobal(
    "fetch",
    (path: string) =>
      new Promise<Response>((resolve) => {
        if (path.endsWith("/custom")) answer = () => resolve(Response.json({ theme: { id: "7" } }));
      }),
  );
  const props = { me: {} as unknown as Profile, item: "new" };
  const mounted = mount(ThemeEditor, { target: document.body, props });
  const field = () => document.querySelector<HTMLInputElement>("input[maxlength='255']");
  await vi.waitFor(() => expect(field()).not.toBeNull());
  const name = (label: string) => {
    const input = field() as HTMLInputElement;
    input.value = label;
    input.dispatchEvent(new InputEvent("input", { bubbles: true }));
    flushSync();
  };
  name("Harbour");
  document.querySelector<HTMLElement>("button.primary")?.click();
  await vi.waitFor(() => expect(answer).toBeDefined());
  name("Harbour at night");
  answer?.();
  await vi.waitFor(() => expect(location.pathname).toBe("/settings/themes/7"));
  expect(readDraft("theme.7")).toMatchObject({ label: "Harbour at night" });
  void unmount(mounted);
});
