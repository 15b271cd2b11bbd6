// @vitest-environment jsdom

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ariaKeys, bindKeys, keyCaps, keyName, singleKeys } from "./keys";

let stop = () => {};
beforeEach(() => localStorage.clear());
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

function press(key: string, options: KeyboardEventInit = {}, at: HTMLElement | Window = window) {
  const event = new KeyboardEvent("keydown", {
    key,
    bubbles: true,
    cancelable: true,
    composed: true,
    ...options,
  });
  at.dispatchEvent(event);
  return event;
}

test.each([
  ["k", { ctrlKey: true }, "ctrl+k"],
  ["Z", { ctrlKey: true, shiftKey: true }, "ctrl+shift+z"],
  ["?", { shiftKey: true }, "?"],
  ["ArrowUp", { altKey: true, shiftKey: true }, "alt+shift+up"],
  [" ", {}, "space"],
  ["Escape", {}, "esc"],
])("%s %j is named %s", (key, options, name) => {
  expect(keyName(new KeyboardEvent("keydown", { key, ...options }))).toBe(name);
});

test("a key runs its action and prevents the browser's, unless the action returns false", () => {
  const act = vi.fn();
  stop = bindKeys(window, { n: act, p: () => false });
  expect(press("n").defaultPrevented).toBe(true);
  expect(act).toHaveBeenCalledOnce();
  expect(press("p").defaultPrevented).toBe(false);
});

test("letters go into the focused text, keys with Ctrl still act", () => {
  const [letter, command] = [vi.fn(), vi.fn()];
  stop = bindKeys(window, { n: letter, delete: letter, "ctrl+k": command });
  const field = document.createElement("input");
  document.body.append(field);
  press("n", {}, field);
  press("Delete", {}, field);
  press("k", { ctrlKey: true }, field);
  expect(letter).not.toHaveBeenCalled();
  expect(command).toHaveBeenCalledOnce();
});

test("a text in a shadow root counts as a text", () => {
  const letter = vi.fn();
  stop = bindKeys(window, { n: letter });
  const host = document.createElement("div");
  const field = document.createElement("textarea");
  host.attachShadow({ mode: "open" }).append(field);
  document.body.append(host);
  press("n", {}, field);
  expect(letter).not.toHaveBeenCalled();
});

test("single-letter keys can be switched off, other keys stay", () => {
  const [letter, other] = [vi.fn(), vi.fn()];
  stop = bindKeys(window, { n: letter, "?": letter, f6: other, delete: other });
  singleKeys.on = false;
  press("n");
  press("?", { shiftKey: true });
  press("F6");
  press("Delete");
  expect(letter).not.toHaveBeenCalled();
  expect(other).toHaveBeenCalledTimes(2);
});

test("a sequence is two keys within a second", () => {
  const go = vi.fn();
  stop = bindKeys(window, { "g t": go });
  press("t");
  expect(go).not.toHaveBeenCalled();
  press("g");
  press("t");
  expect(go).toHaveBeenCalledOnce();
  press("t");
  expect(go).toHaveBeenCalledOnce();
});

test("keys are shown as printed, and named as ARIA requires", () => {
  expect(keyCaps("ctrl+k")).toEqual(["Ctrl", "K"]);
  expect(keyCaps("g t")).toEqual(["G", "T"]);
  expect(keyCaps("alt+up")).toEqual(["Alt", "↑"]);
  expect(ariaKeys("ctrl+shift+z")).toBe("Control+Shift+Z");
  expect(ariaKeys("alt+up")).toBe("Alt+ArrowUp");
  expect(ariaKeys("alt+pageup")).toBe("Alt+PageUp");
  expect(ariaKeys("g t")).toBeUndefined();
});
