// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { expect, test, vi } from "vitest";
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

test("the options belong to the typed text, also when the list opens again", async () => {
  const load = vi.fn((text: string) => Promise.resolve([{ value: text, label: `Found ${text}` }]));
  const props = $state({ label: "Name or e-mail", load, value: "", typed: "" });
  const mounted = mount(Combobox, { target: document.body, props });
  flushSync();
  const input = document.querySelector("input") as HTMLInputElement;
  const labels = () => [...document.querySelectorAll(".option")].map((option) => option.textContent.trim());
  const type = (text: string) => {
    input.value = text;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
  };
  type("ann");
  await vi.waitFor(() => expect(labels()).toEqual(["Found ann"]));
  type("bob");
  expect(labels()).toEqual([]);
  await vi.waitFor(() => expect(labels()).toEqual(["Found bob"]));

  input.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  await vi.waitFor(() => expect(labels()).toEqual([]));
  props.typed = "";
  flushSync();
  input.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
  await vi.waitFor(() => expect(labels()).toEqual(["Found"]));
  expect(load.mock.calls).toEqual([["ann"], ["bob"], [""]]);
  await unmount(mounted);
});
