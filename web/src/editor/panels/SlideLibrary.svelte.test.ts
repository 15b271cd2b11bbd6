// @vitest-environment jsdom
import { flushSync, mount, unmount, type ComponentProps } from "svelte";
import { expect, test, vi } from "vitest";
// Loaded with the first dialog, for which a test does not wait.
import "../../lib/components/DialogView.svelte";
import SlideLibrary from "./SlideLibrary.svelte";

vi.mock("./load-texts", () => ({}));

test("tags stay as they are typed while the name is saved", async () => {
  Element.prototype.checkVisibility = () => true;
  vi.stubGlobal("innerWidth", 1000);
  const slide = {
    id: "a",
    name: "Tides",
    tags: [],
    addedBy: "Ann",
    updatedAt: "2026-01-31",
    mayChange: true,
  };
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal("fetch", (_: string, { method }: RequestInit) =>
    method === "PATCH"
      ? new Promise((resolve) => (answer = resolve))
      : Promise.resolve(Response.json({ slides: [slide], tags: [], pagination: { hasMore: false } })),
  );
  const store = { deck: { theme: "t" }, thumbnailVersions: {}, mayWrite: true };
  const props = { store, onclose: () => undefined } as unknown as ComponentProps<typeof SlideLibrary>;
  const mounted = mount(SlideLibrary, { target: document.body, props });
  const fields = () => [...document.querySelectorAll<HTMLInputElement>(".order input")];
  await vi.waitFor(() => expect(fields()).toHaveLength(2), 5000);
  const write = (field: HTMLInputElement | undefined, text: string) => {
    if (field) field.value = text;
    field?.dispatchEvent(new InputEvent("input", { bubbles: true }));
    flushSync();
  };
  write(fields()[0], "High tides");
  fields()[0]?.dispatchEvent(new Event("change", { bubbles: true }));
  write(fields()[1], "sea");
  answer(Response.json({ slide: { ...slide, name: "High tides" } }));
  await vi.waitFor(() =>
    expect(document.querySelector("[role=option]")?.textContent).toContain("High tides"),
  );
  expect(fields().map(({ value }) => value)).toEqual(["High tides", "sea"]);
  await unmount(mounted);
  vi.unstubAllGlobals();
});
