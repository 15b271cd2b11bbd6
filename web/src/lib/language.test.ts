import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../lang");
const table = (language: string, file: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, language, file), "utf8"));
const placeholders = (text = "") => [...new Set(text.match(/\{\w+\}/g))].sort();
const files = readdirSync(join(folder, "en"));

for (const language of readdirSync(folder).filter((name) => name !== "en")) {
  test.each(files)(`${language} has the same texts as English: %s`, (file) => {
    const [english, other] = [table("en", file), table(language, file)];
    expect(Object.keys(other).sort()).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(english)) {
      expect(placeholders(other[key]), key).toEqual(placeholders(text));
      expect(other[key]?.trim(), key).not.toBe("");
    }
  });
}

test.each(files)("keys belong to their file: %s", (file) => {
  const keys = Object.keys(table("en", file));
  const area = file.replace(".json", "");
  expect(keys.filter((key) => !key.startsWith(`${area}.`) && key !== "app.name")).toEqual([]);
});
