// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { Profile } from "../../lib/api-types";
// Loaded with the first dialog, for which a test does not wait.
import "../../lib/components/AlertDialogView.svelte";
import Members from "./Members.svelte";

afterEach(() => vi.unstubAllGlobals());

const button = (text: string) =>
  [...document.querySelectorAll<HTMLElement>("button")].find(({ textContent }) => textContent.includes(text));
const dialog = () => document.querySelector("[role=alertdialog]");

test("the error of removing a member is not shown in the dialog about the organization", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal("fetch", (path: string, { method }: RequestInit) => {
    if (method === "DELETE")
      return Promise.resolve(
        Response.json({ error: "Conflict", details: "Ann owns decks" }, { status: 409 }),
      );
    if (path.endsWith("/publishing")) return Promise.resolve(Response.json({ allowed: true, sites: [] }));
    const members = [{ name: "Ann", email: "ann@example.org", role: "member", active: true }];
    return Promise.resolve(Response.json({ members }));
  });
  const organizations = ["o", "p"].map((id) => ({ id, name: id, slug: id, role: "admin" }));
  const me = {
    user: { email: "eve@example.org", role: "admin" },
    organization: organizations[0],
    organizations,
  };
  const props = { me: me as unknown as Profile, item: "" };
  const mounted = mount(Members, { target: document.body, props });
  await vi.waitFor(() => expect(document.querySelector("td.more button")).not.toBeNull());
  document
    .querySelector("td.more button")
    ?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  flushSync();
  await vi.waitFor(() => expect(document.querySelector(".item.danger")).not.toBeNull());
  document.querySelector<HTMLElement>(".item.danger")?.click();
  await vi.waitFor(() => expect(dialog()).not.toBeNull());
  dialog()?.querySelector<HTMLElement>("button.danger")?.click();
  await vi.waitFor(() => expect(dialog()?.textContent).toContain("Ann owns decks"));
  dialog()?.querySelector<HTMLElement>("[data-keep]")?.click();
  await vi.waitFor(() => expect(dialog()).toBeNull());

  button("settings.organization.delete")?.click();
  await vi.waitFor(() => expect(dialog()?.textContent).toContain("settings.organization.delete.title"));
  expect(dialog()?.textContent).not.toContain("Ann owns decks");
  void unmount(mounted);
});
