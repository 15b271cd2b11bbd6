// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SendEdits } from "../lib/api-types";
import NotesPanel from "./NotesPanel.svelte";
import type { Talk } from "./talk.svelte";

let notes: string;
let stop: () => void;

beforeEach(() => {
  notes = "Say hello.";
  // A server that accepts what replaces the stored notes.
  vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
    const [edit] = (JSON.parse(body) as SendEdits).edits;
    const isKnown = edit?.op === "set" && edit.replaces === notes;
    const conflicts = isKnown ? [] : [{ index: 0, reason: "changed", present: notes }];
    if (isKnown) notes = String(edit.value);
    return Promise.resolve(Response.json({ revision: 2, conflicts, refused: [] }));
  });
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

/** Edits the notes while somebody else changes them, and saves. */
function save(mine: string, theirs: string) {
  const slide = (text: string) => ({ id: "a", type: "t", content: {}, notes: text });
  const talk = $state({
    lang: "en",
    place: { slideId: "a", step: 0 },
    notes,
    deck: { id: "d", language: "en", revision: 1, slides: [slide(notes)], translations: {} },
    noteChanged: vi.fn(),
  });
  const mounted = mount(NotesPanel, { target: document.body, props: { talk: talk as unknown as Talk } });
  stop = () => void unmount(mounted);
  document.querySelector("button")?.click();
  flushSync();
  const box = document.querySelector("textarea") as HTMLTextAreaElement;
  box.value = mine;
  box.dispatchEvent(new InputEvent("input", { bubbles: true }));
  notes = talk.notes = theirs;
  talk.deck = { ...talk.deck, slides: [slide(theirs)] };
  flushSync();
  box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true }));
}

test("notes are merged with what somebody else wrote meanwhile", async () => {
  save("Say hello. Smile.", "Please Say hello.");
  await vi.waitFor(() => expect(notes).toBe("Please Say hello. Smile."));
});

test("notes that somebody else changed in the same words are not overwritten at once", async () => {
  save("Say goodbye.", "Say cheers.");
  await vi.waitFor(() => expect(document.querySelector("[role=alert]")).not.toBeNull());
  expect(notes).toBe("Say cheers.");
});
