// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { beforeEach, expect, test, vi } from "vitest";
import type { Editor } from "../store/editor.svelte";
import ImageField from "../inspector/kinds/ImageField.svelte";
import MediaUpload from "../inspector/MediaUpload.svelte";
import Canvas from "./Canvas.svelte";
import PictureBar from "./PictureBar.svelte";

let arrive: () => void;
beforeEach(() => {
  const uploaded = new Promise<Response>((resolve) => {
    arrive = () => resolve(Response.json({ url: "/uploads/a.png" }));
  });
  vi.stubGlobal("fetch", () => uploaded);
  vi.stubGlobal("CSS", { escape: String, supports: () => true });
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  document.body.replaceChildren();
});

const picture = new File(["x"], "a.png", { type: "image/png" });
const slideOf = (id: string) => ({ id, type: "t", content: {}, notes: "" });
const declared = { key: "image", type: "image", label: "Picture" };
let shown = $state.raw(slideOf("a"));

/** A store that notes where pictures are put. */
function fakeStore() {
  const setField = vi.fn();
  const store = {
    setField,
    mayWrite: true,
    isMain: true,
    language: "en",
    get slide() {
      return shown;
    },
    get slideId() {
      return shown.id;
    },
    slides: new Map(["a", "b"].map((id) => [id, slideOf(id)])),
    deck: { slides: [], settings: {} },
    confirmed: { slides: [], settings: {} },
    drawings: { show: () => undefined, findings: new Map() },
    dismissedHints: new Set(),
    commonFields: [],
    typeOf: () => ({ key: "t", fields: [declared], defaults: {} }),
    fieldOf: () => declared,
    findingsOf: () => [],
    contentOf: () => ({}),
    valueOf: () => undefined,
    nameOf: () => "",
  };
  return { store: store as unknown as Editor, setField };
}

/** Chooses a file, shows another slide, and lets the upload arrive. */
async function choose(move: () => void) {
  flushSync();
  const chooser = document.querySelector("input[type=file]") as HTMLInputElement;
  Object.defineProperty(chooser, "files", { value: [picture] });
  Object.defineProperty(chooser, "value", { value: "", writable: true });
  chooser.dispatchEvent(new Event("change", { bubbles: true }));
  move();
  flushSync();
  arrive();
}

const expectOnFirstSlide = (setField: ReturnType<typeof vi.fn>) =>
  vi.waitFor(() => expect(setField).toHaveBeenCalledWith("a", "image", "/uploads/a.png", expect.anything()));

test("a picture for a field stays with its slide", async () => {
  const { store, setField } = fakeStore();
  const props = $state({
    store,
    slide: slideOf("a"),
    field: declared as never,
    path: "image",
    value: undefined,
    id: "image",
    describedby: undefined,
  });
  const mounted = mount(ImageField, { target: document.body, props });
  await choose(() => {
    props.slide = slideOf("b");
  });
  await expectOnFirstSlide(setField);
  await unmount(mounted);
});

test("a picture that replaces another one stays with its slide", async () => {
  const { store, setField } = fakeStore();
  const node = { field: "image", kind: "picture", box: { left: 0, top: 0, width: 10, height: 10 } } as never;
  const props = $state({
    store,
    slide: slideOf("a"),
    node,
    scale: 1,
    fields: [declared] as never,
    onclose: () => undefined,
  });
  const mounted = mount(PictureBar, { target: document.body, props });
  await choose(() => {
    props.slide = slideOf("b");
  });
  await expectOnFirstSlide(setField);
  await unmount(mounted);
});

test("a picture that is pasted stays with the slide on which it was pasted", async () => {
  const { store, setField } = fakeStore();
  shown = slideOf("a");
  const mounted = mount(Canvas, { target: document.body, props: { store, isPhone: false } });
  const paste = Object.assign(new Event("paste", { bubbles: true }), { clipboardData: { files: [picture] } });
  document.querySelector(".canvas")?.dispatchEvent(paste);
  shown = slideOf("b");
  flushSync();
  arrive();
  await expectOnFirstSlide(setField);
  await unmount(mounted);
});

test("a sound or video goes to the slide for which it was chosen", async () => {
  const put: string[] = [];
  let slideId = $state("a");
  const mounted = mount(MediaUpload, {
    target: document.body,
    props: {
      get onupload() {
        const id = slideId;
        return () => put.push(id);
      },
    },
  });
  await choose(() => (slideId = "b"));
  await vi.waitFor(() => expect(put).toEqual(["a"]));
  await unmount(mounted);
});
