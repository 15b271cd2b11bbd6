// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { expect, test, vi } from "vitest";
import RenameField from "./RenameField.svelte";

test("the Enter that takes a suggestion of an input method does not end renaming", () => {
  const ondone = vi.fn();
  const field = mount(RenameField, {
    target: document.body,
    props: { title: "デッキ", isFromMenu: false, ondone },
  });
  flushSync();
  const input = document.querySelector("input");
  const press = (more: KeyboardEventInit) =>
    input?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, ...more }));
  press({ isComposing: true });
  press({ keyCode: 229 });
  expect(ondone).not.toHaveBeenCalled();
  press({});
  expect(ondone).toHaveBeenCalledWith("デッキ");
  void unmount(field);
});
