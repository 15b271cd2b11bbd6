import { expect, it } from "vitest";
import en from "../lang/en/settings.json";
import nl from "../lang/nl/settings.json";

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

it("has all texts in both languages, with the same placeholders", () => {
  expect(Object.keys(nl).sort()).toEqual(Object.keys(en).sort());
  for (const [key, text] of Object.entries(en))
    expect(placeholders(nl[key as keyof typeof nl]), key).toEqual(placeholders(text));
});

it("has a text for every key in the pages, and no others", () => {
  const pages = import.meta.glob<string>(["./**/*.svelte", "./**/*.ts", "!./**/*.test.ts"], {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const text = Object.values(pages).join("\n");
  const known = new Set(Object.keys(en).map((key) => key.replace(/_(one|other)$/, "")));
  // `settings.json` is a file of Zed, not a key.
  const named = [...text.matchAll(/"(settings\.[\w.]+)"/g)]
    .map(([, key]) => key ?? "")
    .filter((key) => key !== "settings.json");
  // Keys that the pages compose start with one of these.
  const stems = [...text.matchAll(/`(settings\.[\w.]*)\$\{/g)].map(([, stem]) => stem ?? "");
  for (const key of named) expect(known, key).toContain(key);
  for (const key of known) {
    const isNamed = named.includes(key) || stems.some((stem) => stem !== "settings." && key.startsWith(stem));
    expect(isNamed, `${key} is used nowhere`).toBe(true);
  }
});
