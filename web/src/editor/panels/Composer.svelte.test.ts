// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { expect, test, vi } from "vitest";
import Composer from "./Composer.svelte";

test("text that is typed while a comment is sent stays in the box", async () => {
  let arrived: () => void = () => undefined;
  const onsend = vi.fn(() => new Promise<void>((resolve) => (arrived = resolve)));
  const props = $state({ label: "Comment", draft: "High tide", onsend });
  const mounted = mount(Composer, { target: document.body, props });
  flushSync();
  const box = document.querySelector("textarea") as HTMLTextAreaElement;
  box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true }));
  expect(onsend).toHaveBeenCalledWith("High tide");
  box.value = "High tide is at noon";
  box.dispatchEvent(new InputEvent("input", { bubbles: true }));
  arrived();
  await vi.waitFor(() => expect(box.value).toBe(" is at noon"));
  void unmount(mounted);
});
