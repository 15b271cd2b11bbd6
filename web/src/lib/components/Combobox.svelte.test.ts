// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { expect, test } from "vitest";
import Combobox from "./Combobox.svelte";

test("typing another text removes the chosen value", async () => {
  const props = $state({
    label: "Name or e-mail",
    load: () => Promise.resolve([]),
    value: "ann@example.test",
    typed: "Ann",
  });
  const mounted = mount(Combobox, { target: document.body, props });
  flushSync();
  const input = document.querySelector("input") as HTMLInputElement;
  expect(input.value).toBe("Ann");
  input.value = "bob@example.test";
  input.dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
  expect([props.value, props.typed]).toEqual(["", "bob@example.test"]);
  await unmount(mounted);
});
