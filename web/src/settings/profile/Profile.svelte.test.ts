// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { expect, test, vi } from "vitest";
import type { Profile as Me } from "../../lib/api-types";
import { toasts } from "../../lib/toasts.svelte";
import Profile from "./Profile.svelte";

test("a message is shown when signing out fails", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ error: "busy" }, { status: 503 })));
  const me = { user: { name: "Ann", email: "ann@example.org" } } as unknown as Me;
  const mounted = mount(Profile, { target: document.body, props: { me, item: "" } });
  flushSync();
  document.querySelector<HTMLElement>(".out button")?.click();
  await vi.waitFor(() =>
    expect(toasts.shown).toMatchObject([{ text: "common.signout.failed", tone: "danger" }]),
  );
  void unmount(mounted);
  vi.unstubAllGlobals();
});
