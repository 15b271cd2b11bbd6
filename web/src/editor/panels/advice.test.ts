// @vitest-environment jsdom
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import english from "../../lang/en/advice.json";

const said = async (language: string, remark: string) => {
  localStorage.setItem("lectern.language", language);
  vi.resetModules();
  const { remarkText } = await vi.importActual<typeof import("./advice")>("./advice");
  return remarkText(remark, (path) => (path === "items[2].text" ? "Entries 3, Text" : path));
};

beforeEach(() => localStorage.clear());

test.each([
  [
    "en",
    "Items[2].text has 120 characters; 90 at most read well.",
    "Entries 3, Text has 120 characters: 90 at most read well.",
  ],
  [
    "nl",
    "Items[2].text has 120 characters; 90 at most read well.",
    "Entries 3, Text telt 120 tekens: hoogstens 90 lezen goed.",
  ],
  ["nl", "Nothing was changed: slide 3 is short already.", "Er is niets veranderd: dia 3 is al kort."],
  [
    "nl",
    "Nothing was changed: slides 3, 4 has nothing to split.",
    "Er is niets veranderd: dia’s 3, 4 heeft niets om te splitsen.",
  ],
  [
    "nl",
    "The headline is the same as on slide 2: say what is new here.",
    "De kop is dezelfde als op dia 2: zeg wat hier nieuw is.",
  ],
  ["nl", "What a model wrote.", "What a model wrote."],
])("in %s, %s", async (language, remark, expected) => {
  expect(await said(language, remark)).toBe(expected);
});

test("each remark has a text, and is in the Rust sources", async () => {
  const { REMARKS } = await vi.importActual<typeof import("./advice")>("./advice");
  const keys = Object.keys(english).filter((key) => !key.startsWith("advice.subject"));
  expect(keys).toEqual(REMARKS.map(([key]) => `advice.${key}`).sort());
  const texts = rustTexts();
  expect(REMARKS.filter(([, pattern]) => !texts.some((text) => pattern.test(text)))).toEqual([]);
});

/** The texts of the crates whose remarks are shown, with a number and with a word in place of each value. */
function rustTexts(): string[] {
  const crates = join(import.meta.dirname, "../../../../crates");
  const files = ["ai", "deck", "layout"].flatMap((crate) =>
    readdirSync(join(crates, crate, "src"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".rs"))
      .map((file) => join(crates, crate, "src", file)),
  );
  return files
    .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/"((?:[^"\\]|\\[^])*)"/g)])
    .map(([, text = ""]) => text.replace(/\\\n\s*/g, "").replaceAll('\\"', '"'))
    .flatMap((text) => ["7", "word"].map((value) => text.replace(/\{[^{}]*\}/g, value)));
}
