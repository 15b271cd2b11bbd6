// @vitest-environment jsdom

import { flushSync } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import { commands, listenForKeys, register } from "./commands.svelte";

const press = (key: string) => dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
afterEach(() => document.body.replaceChildren());

test("a command runs by its keys until it is removed, and a later one with the same id replaces it", () => {
  const [first, second] = [vi.fn(), vi.fn()];
  const stopListening = listenForKeys();
  register({ id: "new", label: "New", keys: ["n", "f2"], run: first });
  press("n");
  const unregister = register({ id: "new", label: "New", keys: "n", run: second });
  press("n");
  press("F2");
  expect(first).toHaveBeenCalledOnce();
  expect(second).toHaveBeenCalledOnce();
  unregister();
  press("n");
  expect(second).toHaveBeenCalledOnce();
  expect(commands()).toEqual([]);
  stopListening();
});

test("disabled commands do not run, nor do commands under a dialog", () => {
  const run = vi.fn();
  const stopListening = listenForKeys();
  const unregister = register(
    { id: "a", label: "A", keys: "a", run, disabled: "Offline" },
    { id: "b", label: "B", keys: "b", run },
  );
  press("a");
  const layer = document.createElement("div");
  layer.dataset["layer"] = "modal";
  document.body.append(layer);
  press("b");
  expect(run).not.toHaveBeenCalled();
  layer.remove();
  press("b");
  expect(run).toHaveBeenCalledOnce();
  unregister();
  stopListening();
});

test("an effect that registers commands does not depend on those of others", () => {
  let runs = 0;
  const end = $effect.root(() => {
    $effect(() => {
      runs++;
      return register({ id: "own", label: "Own" });
    });
  });
  flushSync();
  const unregister = register({ id: "other", label: "Other" });
  flushSync();
  expect(runs).toBe(1);
  unregister();
  end();
});
