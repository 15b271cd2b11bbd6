import { expect, test } from "vitest";
import { OutlineDraft, typeKey } from "./outline-draft.svelte";

const slides = [
  { id: "s1", type: "eu.svc.slide.title", title: "Harbour" },
  { id: "s2", type: "eu.svc.slide.list", title: "Rules", points: ["Read"] },
  { id: "s3", type: "eu.svc.slide.content", title: "Costs", points: ["Pay"], notes: "Slowly." },
  { id: "s4", type: "eu.svc.slide.end", title: "Thanks" },
];

test("slides are moved, removed, merged and brought back", () => {
  const draft = new OutlineDraft({ slides });
  const titles = () => draft.rows.map(({ title }) => title).join(" ");
  expect(draft.isChanged).toBe(false);
  expect(draft.move(1, 2)).toBe(2);
  expect(titles()).toBe("Harbour Costs Rules Thanks");
  expect(draft.move(0, -3)).toBe(0);
  draft.remove(3);
  expect([0, 1, 2].map((at) => draft.canMerge(at))).toEqual([false, true, false]);
  draft.mergeWithNext(1);
  expect(draft.entries()).toEqual([
    { ids: ["s1"], title: "Harbour", type: "title-slide" },
    { ids: ["s3", "s2"], title: "Costs", points: ["Pay", "Read"], notes: "Slowly." },
  ]);
  draft.remove(0);
  draft.remove(0);
  expect(titles()).toBe("Costs");
  draft.reset();
  expect(titles()).toBe("Harbour Rules Costs Thanks");
  expect(draft.isChanged).toBe(false);
});

test("a type is known by its canonical id, its short name and its key", () => {
  expect(["eu.svc.slide.list", "list", "list-slide", "acme/berth"].map(typeKey)).toEqual([
    "list-slide",
    "list-slide",
    "list-slide",
    "acme/berth",
  ]);
});
