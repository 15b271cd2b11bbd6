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

test("a change that another user makes in the text stays when the user continues to type", () => {
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

test("a change that another user makes while letters are composed stays", () => {
  const box = open("High tide");
  box.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true }));
  type(box, "s");
  change("Very high tide");
  expect(box.value).toBe("High tides");
  box.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true }));
  flushSync();
  expect(text).toBe("Very high tides");
});

/** The box over the first text of a list, in the main language or in a translation of it. */
function openPoint(shown: string, isMain: boolean, own: { title: string; body?: string }) {
  text = shown;
  const edit: TextEdit = { slideId: "a", field: "items.0.title", caret: "end" };
  const store = {
    language: isMain ? "en" : "nl",
    isMain,
    textEdit: edit,
    drawings: {},
    slide: { id: "a", content: { items: [own, { title: "Ebb" }] } },
    typeOf: () => undefined,
    valueOf: () => text,
    setField: vi.fn(),
    endTextEdit: vi.fn(),
    editField: vi.fn(),
  };
  const itemFields = ["title", "body"].map((key) => ({
    key,
    type: "string",
    label: key,
    required: key === "title",
  }));
  const root = { querySelector: () => null, querySelectorAll: () => [], adoptedStyleSheets: [] };
  const mounted = mount(TextBox, {
    target: document.body,
    props: {
      ...{
        store: store as unknown as Editor,
        edit,
        root: root as unknown as ShadowRoot,
        nodes: [],
        scale: 1,
      },
      ...{ fields: [{ key: "items", type: "items", label: "Points", itemFields }], prompt: "" },
      next: () => undefined,
    },
  });
  stop = () => void unmount(mounted);
  flushSync();
  const box = document.querySelector("textarea") as HTMLTextAreaElement;
  return { box, setField: store.setField };
}

function pasteLines(box: HTMLTextAreaElement) {
  const event = new Event("paste", { bubbles: true, cancelable: true });
  box.dispatchEvent(Object.assign(event, { clipboardData: { getData: () => "one\ntwo" } }));
}

test("lines that are pasted into a translation leave the entries of the main language alone", () => {
  const main = openPoint("Tide", true, { title: "Tide" });
  pasteLines(main.box);
  const items = [{ title: "Tideone" }, { title: "two" }, { title: "Ebb" }];
  expect(main.setField).toHaveBeenCalledWith("a", "items", items, expect.anything());
  stop();
  const { box, setField } = openPoint("Tij", false, { title: "Tide" });
  pasteLines(box);
  expect(setField).not.toHaveBeenCalled();
});

test("Backspace removes an entry only when nothing is written in it, in the main language either", () => {
  const removes = (...input: Parameters<typeof openPoint>) => {
    const { box, setField } = openPoint(...input);
    box.dispatchEvent(new KeyboardEvent("keydown", { key: "Backspace", bubbles: true }));
    stop();
    stop = () => undefined;
    return setField.mock.calls.length > 0;
  };
  expect(removes("", true, { title: "" })).toBe(true);
  expect(removes("", true, { title: "", body: "Low at noon" })).toBe(false);
  expect(removes("", false, { title: "Tide" })).toBe(false);
});
