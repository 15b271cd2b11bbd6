// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import DeckFromDocument from "./DeckFromDocument.svelte";
import { newDeckDialog } from "./new-deck-dialog.svelte";

const outline = (title: string) => ({
  slides: [{ id: "s1", type: "content", title }],
  theme: { id: "default", reason: "default" },
  document: { id: "d1", words: 100 },
});
let read: (file: string) => Promise<unknown>;
vi.mock("../lib/api", async (original) => ({
  ...(await original<typeof import("../lib/api")>()),
  upload: (_: string, form: FormData) => read((form.get("file") as File).name),
}));

let again: () => Promise<Response>;
let written: unknown[];
let stop: () => void;

beforeEach(async () => {
  written = [];
  vi.stubGlobal("fetch", (path: string, { body }: RequestInit) => {
    if (path === "/api/ai/outline") return again();
    if (path !== "/api/ai/jobs") return Promise.resolve(Response.json({ themes: [] }));
    written.push(JSON.parse(body as string));
    return Promise.resolve(Response.json({ error: "busy" }, { status: 503 }));
  });
  read = () => Promise.resolve(outline("Tides"));
  newDeckDialog.file = new File(["x"], "tides.pdf");
  const mounted = mount(DeckFromDocument, {
    target: document.body,
    props: { reason: undefined, isGenerating: false },
  });
  stop = () => void unmount(mounted);
  await vi.waitFor(() => expect(title()?.value).toBe("Tides"));
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const title = () => document.querySelector<HTMLInputElement>("input.title");
const button = (text: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent.trim() === text);

function chooseLength(length: string) {
  const select = document.querySelector("select") as HTMLSelectElement;
  select.value = length;
  select.dispatchEvent(new Event("change", { bubbles: true }));
  flushSync();
}

test("after an outline with another length failed, the deck gets the length of the shown outline", async () => {
  again = () => Promise.resolve(Response.json({ error: "busy" }, { status: 503 }));
  chooseLength("6");
  await vi.waitFor(() => expect(document.querySelector("[role=alert]")).not.toBeNull());
  expect(document.querySelector("select")?.value).toBe("");
  button("decks.text.make")?.click();
  await vi.waitFor(() => expect(written).toHaveLength(1));
  expect(written[0]).not.toHaveProperty("slides");
});

test("the outline of a document that was left is not shown for another", async () => {
  let answer = () => {};
  again = () => new Promise((resolve) => (answer = () => resolve(Response.json(outline("Tides, shorter")))));
  chooseLength("6");
  button("decks.file.other")?.click();
  let finish = () => {};
  read = (file) => new Promise((resolve) => (finish = () => resolve(outline(file))));
  newDeckDialog.file = new File(["x"], "ports.pdf");
  await vi.waitFor(() => expect(button("Cancel")).toBeDefined());
  answer();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(title()).toBeNull();
  finish();
  await vi.waitFor(() => expect(title()?.value).toBe("ports.pdf"));
});

test("the focus is on the button for a file after the sending is cancelled", async () => {
  button("decks.file.other")?.click();
  read = () => new Promise(() => undefined);
  newDeckDialog.file = new File(["x"], "ports.pdf");
  await vi.waitFor(() => expect(button("Cancel")).toBeDefined());
  button("Cancel")?.click();
  await vi.waitFor(() => expect(document.activeElement?.textContent?.trim()).toBe("decks.file.choose"));
});
