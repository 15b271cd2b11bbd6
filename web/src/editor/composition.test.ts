// @vitest-environment jsdom
import { expect, test } from "vitest";
import { hideCompositionKeys } from "./composition";

test("the page does not see the keys of an input method", () => {
  const field = document.body.appendChild(document.createElement("input"));
  const keys: string[] = [];
  const stop = hideCompositionKeys();
  field.addEventListener("keydown", ({ key }) => keys.push(key));
  const press = (key: string, more: KeyboardEventInit = {}) =>
    field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more }));
  press("Enter", { isComposing: true });
  press("Enter", { keyCode: 229 });
  expect(keys).toEqual([]);
  press("Enter");
  expect(keys).toEqual(["Enter"]);
  stop();
  press("a", { isComposing: true });
  expect(keys).toEqual(["Enter", "a"]);
});
