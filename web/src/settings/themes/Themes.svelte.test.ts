// @vitest-environment jsdom
import { mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import Themes from "./Themes.svelte";

afterEach(() => vi.unstubAllGlobals());

test("a theme may have the same brand colour twice", async () => {
  const theme = { id: "1", label: "Harbour", type: "custom", brandColors: ["#0B6B75", "#0B6B75"] };
  vi.stubGlobal("fetch", () =>
    Promise.resolve(Response.json({ themes: [theme], thumbnailVersions: {}, fonts: [] })),
  );
  const mounted = mount(Themes, { target: document.body });
  await vi.waitFor(() => expect(document.querySelector(".name")?.textContent).toBe("Harbour"));
  expect(document.querySelectorAll(".picture span")).toHaveLength(2);
  void unmount(mounted);
});
