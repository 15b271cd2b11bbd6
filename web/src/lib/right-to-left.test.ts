import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { direction } from "../editor/store/texts";
import { readsRightToLeft, RIGHT_TO_LEFT_LANGUAGES, RIGHT_TO_LEFT_SCRIPTS } from "./right-to-left";

test.each([
  ["ar", true],
  ["HE-il", true],
  ["ckb", true],
  ["ku-Arab-IQ", true],
  ["ar-Latn", false],
  ["ha", false],
  ["en-GB", false],
  ["en-x-arab", false],
  ["", false],
])("%s is written from right to left: %s", (tag, expected) => {
  expect(readsRightToLeft(tag)).toBe(expected);
  expect(direction(tag)).toBe(expected ? "rtl" : "ltr");
});

test("the scripts and languages are those of the server", () => {
  const source = readFileSync(join(import.meta.dirname, "../../../crates/deck/src/model/tag.rs"), "utf8");
  const [scripts, languages] = [...source.matchAll(/&\[("\w+"(?:, "\w+")+)\]/g)].map(
    ([, list = ""]) => JSON.parse(`[${list.toLowerCase()}]`) as string[],
  );
  expect([RIGHT_TO_LEFT_SCRIPTS, RIGHT_TO_LEFT_LANGUAGES]).toEqual([scripts, languages]);
});
