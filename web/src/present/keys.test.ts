// @vitest-environment jsdom

import { expect, it } from "vitest";
import { actionOf, belongsTo } from "./keys";

const press = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

it("knows the keys of remote controls and keyboards", () => {
  const asked = [
    "ArrowRight",
    " ",
    "PageDown",
    "n",
    "N",
    "PageUp",
    "Backspace",
    ".",
    ",",
    "7",
    "Enter",
    "Escape",
    "?",
  ];
  expect(asked.map((key) => actionOf(press(key)))).toEqual([
    "next",
    "next",
    "next",
    "next",
    "next",
    "back",
    "back",
    "black",
    "white",
    "digit7",
    "take",
    "leave",
    "help",
  ]);
});

it("skips builds with Shift, and ignores other keys with Shift", () => {
  const shifted = ["ArrowRight", "ArrowLeft", "T", "?", "B"].map((key) =>
    actionOf(press(key, { shiftKey: true })),
  );
  expect(shifted).toEqual(["nextSlide", "previousSlide", "resetClock", "help", undefined]);
});

it("leaves the browser's shortcuts alone", () => {
  for (const held of ["ctrlKey", "metaKey", "altKey"] as const) {
    expect(actionOf(press("f", { [held]: true })), held).toBeUndefined();
  }
  expect(actionOf(press("F5"))).toBeUndefined();
});

it("swaps the arrow keys in a right-to-left deck", () => {
  expect(actionOf(press("ArrowLeft"), true)).toBe("next");
  expect(actionOf(press("ArrowRight", { shiftKey: true }), true)).toBe("previousSlide");
  expect(actionOf(press("ArrowDown"), true)).toBe("next");
});

it("leaves a control the keys it needs, and no others", () => {
  document.body.innerHTML =
    "<button></button><textarea></textarea><div role='tablist'><button></button></div><input type='range'><p></p>";
  const find = (selector: string) => document.querySelector(selector) ?? undefined;
  expect(belongsTo(find("button"), " ")).toBe(true);
  expect(belongsTo(find("button"), "ArrowRight")).toBe(false);
  expect(belongsTo(find("textarea"), "b")).toBe(true);
  expect(belongsTo(find("[role=tablist] button"), "ArrowRight")).toBe(true);
  expect(belongsTo(find("[role=tablist] button"), "n")).toBe(false);
  expect(belongsTo(find("[type=range]"), "ArrowLeft")).toBe(true);
  expect(belongsTo(find("p"), " ")).toBe(false);
});
