// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Editor, TextEdit } from "../store/editor.svelte";
import TextBox from "./TextBox.svelte";

let text = $state("");
let stop: () => void;

/** The box over a text, with the caret at the end. */
function open(shown: string, part?: TextEdit["part"]): HTMLTextAreaElement {
  text = shown;
  const edit: TextEdit = { slideId: "a", field: "title", caret: "end", ...(part ? { part } : {}) };
  const store = {
    language: "en",
    textEdit: edit,
    drawings: {},
    valueOf: () => text,
    setField: (_slide: string, _path: string, value: string) => (text = value),
  } as unknown as Editor;
  const root = { querySelector: () => null, querySelectorAll: () => [], adoptedStyleSheets: [] };
  const props = { store, edit, root: root as unknown as ShadowRoot, nodes: [], scale: 1, fields: [] };
  const mounted = mount(TextBox, {
    target: document.body,
    props: { ...props, prompt: "", next: () => undefined },
  });
  stop = () => void unmount(mounted);
  flushSync();
  return document.querySelector("textarea") as HTMLTextAreaElement;
}

function type(box: HTMLTextAreaElement, letters: string) {
  box.setRangeText(letters, box.selectionStart, box.selectionEnd, "end");
  box.dispatchEvent(new InputEvent("input", { bubbles: true }));
  flushSync();
}

/** Somebody else changes the text. */
function change(to: string) {
  text = to;
  flushSync();
}

beforeEach(() => {
  vi.stubGlobal("CSS", { escape: String, supports: () => true });
  vi.stubGlobal(
    "CSSStyleSheet",
    class {
      replaceSync() {}
    },
  );
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

test("what somebody else writes in the same text stays when writing goes on", () => {
  const box = open("High tide");
  type(box, " at noon");
  change("Very high tide at noon");
  expect(box.value).toBe("Very high tide at noon");
  type(box, "!");
  expect(text).toBe("Very high tide at noon!");
});

test("a block is found again after somebody wrote before it", () => {
  const box = open("- one\n- two", { from: 8, to: 11 });
  expect(box.value).toBe("two");
  change("- one or more\n- two");
  type(box, " times");
  expect(box.value).toBe("two times");
  expect(text).toBe("- one or more\n- two times");
});

test("what somebody else writes while letters are composed stays", () => {
  const box = open("High tide");
  box.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true }));
  type(box, "s");
  change("Very high tide");
  expect(box.value).toBe("High tides");
  box.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true }));
  flushSync();
  expect(text).toBe("Very high tides");
});
