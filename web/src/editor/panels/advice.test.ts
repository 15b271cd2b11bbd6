// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import type { Remark } from "../../lib/api-types";

const said = async (language: string, remark: Remark | undefined, text: string) => {
  localStorage.setItem("lectern.language", language);
  vi.resetModules();
  const { remarkText } = await vi.importActual<typeof import("./advice")>("./advice");
  return remarkText(remark, text, (path) => (path === "items[2].text" ? "Entries 3, Text" : path));
};

beforeEach(() => localStorage.clear());

const long: Remark = { code: "length", values: { field: "items[2].text", n: 120, most: 90 } };
const onSlides = (code: string, ...slides: number[]): Remark => ({ code, values: { slides } });

test.each([
  ["en", long, "Entries 3, Text has 120 characters: 90 at most read well."],
  ["nl", long, "Entries 3, Text telt 120 tekens: hoogstens 90 lezen goed."],
  ["nl", onSlides("is-short", 3), "Er is niets veranderd: dia 3 is al kort."],
  ["nl", onSlides("no-split", 3, 4), "Er is niets veranderd: dia’s 3, 4 heeft niets om te splitsen."],
  ["nl", onSlides("is-short"), "Er is niets veranderd: de presentatie is al kort."],
  [
    "nl",
    { code: "same-headline", values: { number: 2 } },
    "De kop is dezelfde als op dia 2: zeg wat hier nieuw is.",
  ],
  ["nl", { code: "part-removed", values: { part: "subtitle" } }, "Verwijderd: ondertitel."],
  ["nl", { code: "code-to-come", values: {} }, "The text of the server."],
  ["nl", undefined, "The text of the server."],
])("in %s, %o", async (language, remark, expected) => {
  expect(await said(language, remark, "The text of the server.")).toBe(expected);
});
