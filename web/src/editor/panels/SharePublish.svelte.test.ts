// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { expect, test, vi } from "vitest";
import type { EditorStore } from "../panel-types";
import SharePublish from "./SharePublish.svelte";

test("a typed password stays while another option is saved, and is cleared when it is saved", async () => {
  const publication = {
    slug: "tides",
    path: "/p/tides",
    url: "",
    embedUrl: "",
    shown: true,
    indexable: false,
  };
  const bodies: unknown[] = [];
  vi.stubGlobal("fetch", (_: string, { method, body }: RequestInit) => {
    const set = body ? (JSON.parse(body as string) as object) : {};
    if (method === "PATCH") bodies.push(set);
    return Promise.resolve(
      Response.json({ publication: { ...publication, ...set }, allowed: true, sites: [] }),
    );
  });
  const store = { deck: { id: "a", title: "Tides" }, mayManage: true } as unknown as EditorStore;
  const mounted = mount(SharePublish, { target: document.body, props: { store } });
  const box = () => document.querySelector<HTMLInputElement>("input[type=password]");
  await vi.waitFor(() => expect(box()).not.toBeNull());
  const field = box() as HTMLInputElement;
  field.value = "low water";
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  flushSync();
  document.querySelector<HTMLElement>("[role=switch]")?.click();
  await vi.waitFor(() => expect(bodies).toEqual([{ indexable: true }]));
  await vi.waitFor(() => expect(document.querySelector("[role=switch]:checked")).not.toBeNull());
  expect(field.value).toBe("low water");
  field.form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  await vi.waitFor(() => expect(field.value).toBe(""));
  expect(bodies[1]).toEqual({ password: "low water" });
  await unmount(mounted);
  vi.unstubAllGlobals();
});
