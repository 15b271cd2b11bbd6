// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import DeckFromText from "./DeckFromText.svelte";

afterEach(() => vi.unstubAllGlobals());

test("the deck has the language of the text, even when it is sent right after typing", async () => {
  const written: unknown[] = [];
  vi.stubGlobal("fetch", (path: string, { body }: RequestInit) => {
    if (path !== "/api/ai/jobs") return Promise.resolve(Response.json({ themes: [], vendors: [] }));
    written.push(JSON.parse(body as string));
    return Promise.resolve(Response.json({ error: "busy" }, { status: 503 }));
  });
  const mounted = mount(DeckFromText, {
    target: document.body,
    props: { reason: undefined, isGenerating: false },
  });
  flushSync();
  const text = document.querySelector("textarea") as HTMLTextAreaElement;
  text.value =
    "Het water in de haven is hoog, en de schepen die er liggen worden met het tij op en neer gedragen.";
  text.dispatchEvent(new InputEvent("input", { bubbles: true }));
  text.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true }));
  await vi.waitFor(() => expect(written).toHaveLength(1));
  expect(written[0]).toMatchObject({ language: "nl" });
  void unmount(mounted);
});
