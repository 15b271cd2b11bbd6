// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Profile } from "../../lib/api-types";
// Loaded with the first dialog, for which a test does not wait.
import "../../lib/components/AlertDialogView.svelte";
import { readDraft } from "../drafts";
import TypeBuilder from "./TypeBuilder.svelte";

const type = { slug: "tide", label: "Tide", category: "content", fields: [], example: {}, published: false };
let requests: string[];
let write: () => Promise<Response>;
let stop: () => void;

/** Opens the editor of a type. */
async function open(item: string) {
  history.replaceState(null, "", `/settings/types/${item}`);
  const me = { organization: { id: "o", name: "Harbour" } } as unknown as Profile;
  const mounted = mount(TypeBuilder, { target: document.body, props: { me, item } });
  stop = () => void unmount(mounted);
  await vi.waitFor(() => expect(field()).not.toBeNull());
}

const field = () => document.querySelector("input");
const button = (text: string) =>
  [...document.querySelectorAll<HTMLElement>("button")].find(
    ({ textContent }) => textContent.trim() === text,
  );

function name(label: string) {
  const input = field() as HTMLInputElement;
  input.value = label;
  input.dispatchEvent(new InputEvent("input", { bubbles: true }));
  flushSync();
}

beforeEach(() => {
  globalThis.scrollTo = () => undefined;
  requests = [];
  write = () => Promise.resolve(Response.json({}));
  vi.stubGlobal("fetch", (path: string, { method = "" }: RequestInit) => {
    if (path.endsWith("/preview")) return Promise.resolve(Response.json({ html: "", css: "", findings: [] }));
    if (method !== "GET") requests.push(`${method} ${path} at ${location.pathname}`);
    if (method !== "GET") return write();
    return Promise.resolve(Response.json({ slideTypes: path.endsWith("custom") ? [type] : [], themes: [] }));
  });
});
afterEach(() => {
  stop();
  localStorage.clear();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

test.each(["tide", "new"])(
  "an edit that is made while a type is saved stays in the draft: %s",
  async (item) => {
    await open(item);
    name("Ebb");
    let answer = () => {};
    write = () => new Promise((resolve) => (answer = () => resolve(Response.json({}))));
    button("settings.save")?.click();
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    name("Ebb and flow");
    answer();
    await new Promise((resolve) => setTimeout(resolve, 20));
    const slug = item === "new" ? "ebb" : item;
    expect(readDraft(`type.${slug}`)).toMatchObject({ label: "Ebb and flow", slug });
  },
);

test("a new type is published before its page opens", async () => {
  await open("new");
  name("Ebb");
  button("settings.types.publish")?.click();
  await vi.waitFor(() => expect(document.querySelector("[role=alertdialog]")).not.toBeNull());
  document.querySelector<HTMLElement>("[role=alertdialog] button:not([data-keep])")?.click();
  await vi.waitFor(() => expect(location.pathname).toBe("/settings/types/ebb"));
  expect(requests).toEqual([
    "POST /api/slide-types/custom at /settings/types/new",
    "POST /api/slide-types/custom/ebb/publish at /settings/types/new",
  ]);
});
