// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
// Loaded with the first dialog, for which a test does not wait.
import "../../lib/components/DialogView.svelte";
import ImageLibrary from "./ImageLibrary.svelte";

vi.mock("./load-texts", () => ({}));
vi.mock("./bundled-pictures", () => ({
  bundledPictures: () => Promise.resolve([]),
  searchPictures: () => [],
}));

let patch: () => Promise<Response>;
let stop: () => void;
const onpick = vi.fn();

/** Opens the library. The server returns a picture whose title is the query, and another one. */
async function open() {
  vi.stubGlobal("fetch", (path: string, { method }: RequestInit) => {
    if (method === "PATCH") return patch();
    const query = new URL(path, "http://localhost").searchParams.get("q") ?? "";
    const image = (id: string) => ({
      id,
      url: `/uploads/${id}.png`,
      title: id,
      alt: `alt of ${id}`,
      bytes: 1,
    });
    const images = [image(query || "first"), image("second")];
    return Promise.resolve(Response.json({ images, pagination: { hasMore: false } }));
  });
  const mounted = mount(ImageLibrary, { target: document.body, props: { onpick, onclose: () => undefined } });
  stop = () => void unmount(mounted);
  await vi.waitFor(() => expect(options()).toHaveLength(2), 5000);
}

const options = () => [...document.querySelectorAll<HTMLElement>("[role=option]")];
const alt = () => document.querySelector("textarea") as HTMLTextAreaElement;

function write(field: HTMLInputElement | HTMLTextAreaElement, text: string) {
  field.value = text;
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  flushSync();
}

beforeEach(() => {
  Element.prototype.checkVisibility = () => true;
  patch = () => Promise.resolve(Response.json({}));
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  onpick.mockClear();
});

test("a description stays with its picture when another one is chosen at once", async () => {
  await open();
  write(alt(), "A lock");
  alt().dispatchEvent(new Event("change", { bubbles: true }));
  options()[1]?.click();
  flushSync();
  await vi.waitFor(() => expect(options()[0]?.getAttribute("aria-label")).toBe("A lock"));
});

test("a description that could not be stored is not shown as stored", async () => {
  patch = () => Promise.resolve(Response.json({ details: "no" }, { status: 500 }));
  await open();
  write(alt(), "A lock");
  alt().dispatchEvent(new Event("change", { bubbles: true }));
  await vi.waitFor(() => expect(document.body.textContent).toContain("no"));
  expect(options()[0]?.getAttribute("aria-label")).toBe("alt of first");
});

test("Enter picks from the results of the typed query, not of the query before", async () => {
  await open();
  const search = document.querySelector("[data-search]") as HTMLInputElement;
  write(search, "harbour");
  search.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  await vi.waitFor(() => expect(onpick).toHaveBeenCalled());
  expect(onpick).toHaveBeenCalledWith({ src: "/uploads/harbour.png", alt: "alt of harbour" });
});
