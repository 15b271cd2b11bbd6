import { flushSync } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import { commands, listen, register } from "./commands.svelte";

const press = (key: string) => dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
afterEach(() => document.body.replaceChildren());

test("a command acts by its keys until it is taken away, and a later one with its id replaces it", () => {
  const [first, second] = [vi.fn(), vi.fn()];
  const deaf = listen();
  register({ id: "new", label: "New", keys: ["n", "f2"], run: first });
  press("n");
  const forget = register({ id: "new", label: "New", keys: "n", run: second });
  press("n");
  press("F2");
  expect(first).toHaveBeenCalledOnce();
  expect(second).toHaveBeenCalledOnce();
  forget();
  press("n");
  expect(second).toHaveBeenCalledOnce();
  expect(commands()).toEqual([]);
  deaf();
});

test("what cannot be done now, and what lies under a dialog, does not act", () => {
  const act = vi.fn();
  const deaf = listen();
  const forget = register(
    { id: "a", label: "A", keys: "a", run: act, disabled: "Offline" },
    { id: "b", label: "B", keys: "b", run: act },
  );
  press("a");
  const layer = document.createElement("div");
  layer.dataset["layer"] = "modal";
  document.body.append(layer);
  press("b");
  expect(act).not.toHaveBeenCalled();
  layer.remove();
  press("b");
  expect(act).toHaveBeenCalledOnce();
  forget();
  deaf();
});

test("an effect that registers does not run for what others register", () => {
  let runs = 0;
  const end = $effect.root(() => {
    $effect(() => {
      runs++;
      return register({ id: "own", label: "Own" });
    });
  });
  flushSync();
  const forget = register({ id: "other", label: "Other" });
  flushSync();
  expect(runs).toBe(1);
  forget();
  end();
});
