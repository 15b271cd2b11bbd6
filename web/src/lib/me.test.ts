import { afterEach, expect, test, vi } from "vitest";
import { signOut } from "./me.svelte";
import { dismiss, toasts } from "./toasts.svelte";

afterEach(() => {
  for (const { id } of toasts.shown) dismiss(id);
  vi.unstubAllGlobals();
});

test("signing out goes to the sign-in page, or says that it failed", async () => {
  const assign = vi.fn();
  vi.stubGlobal("location", { assign });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no connection")));
  await signOut();
  expect(toasts.shown.map(({ text, tone }) => [text, tone])).toEqual([["common.signout.failed", "danger"]]);
  expect(assign).not.toHaveBeenCalled();

  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ ok: true })));
  await signOut();
  expect(assign).toHaveBeenCalledExactlyOnceWith("/signin");
});
