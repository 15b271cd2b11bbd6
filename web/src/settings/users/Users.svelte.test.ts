// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Profile } from "../../lib/api-types";
// Loaded with the first dialog, for which a test does not wait.
import "../../lib/components/AlertDialogView.svelte";
import Users from "./Users.svelte";

const user = (id: string) => ({ id, name: id, email: `${id}@example.org`, role: "member", tier: "free" });
let decks: () => Promise<Response>;
let stop: () => void;

beforeEach(async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal("fetch", (path: string) => {
    const isOne = /users\/\w+$/.test(path);
    return isOne ? decks() : Promise.resolve(Response.json({ users: [user("ann")] }));
  });
  const me = { user: { id: "eve" }, organization: { id: "o" }, sendsMail: false } as unknown as Profile;
  const mounted = mount(Users, { target: document.body, props: { me, item: "" } });
  stop = () => void unmount(mounted);
  await vi.waitFor(() => expect(trigger()).not.toBeNull());
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const trigger = () => document.querySelector("td.more button");
const dialog = () => document.querySelector("[role=alertdialog]");

/** Chooses to delete the account. */
async function chooseDelete() {
  trigger()?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  flushSync();
  const entry = () => document.querySelector<HTMLElement>(".item.danger");
  await vi.waitFor(() => expect(entry()).not.toBeNull());
  entry()?.click();
  await vi.waitFor(() => expect(entry()).toBeNull());
}

test("an account whose decks are not counted is not offered for deletion", async () => {
  decks = () => Promise.resolve(Response.json({ error: "busy" }, { status: 503 }));
  await chooseDelete();
  await vi.waitFor(() =>
    expect(document.querySelector("[role=alert]")?.textContent).toContain("common.failed"),
  );
  expect(dialog()).toBeNull();
});
