// @vitest-environment jsdom
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import english from "../lang/en/server.json";

const said = async (language: string, details: string, code = "bad_request") => {
  localStorage.setItem("lectern.language", language);
  vi.resetModules();
  const { loadTexts } = await vi.importActual<typeof import("./i18n")>("./i18n");
  await loadTexts();
  const { appText } = await vi.importActual<typeof import("./server-texts")>("./server-texts");
  return appText(details, code);
};

beforeEach(() => localStorage.clear());

describe("messages of the server", () => {
  it.each([
    ["`email`: there is no account `bo@x.nl`", "There is no account with the address bo@x.nl."],
    [
      "`email`: `bo@x.nl` is not a member of the organization",
      "bo@x.nl is not a member of this organization.",
    ],
    ["a file has 10485760 bytes at most", "The file is too large: 10.5 MB at most."],
    ["`name` has 1 to 200 characters", "Too long: 200 characters at most."],
    ["body: expected at most 5000 characters, got 5001", "Too long: 5000 characters at most."],
    ["name: expected a text of at most 120 characters", "Too long: 120 characters at most."],
    [
      "the deck would have 501 slides, 500 at most are accepted",
      "A deck has 500 slides at most; this one would have 501.",
    ],
    ["recorded rehearsal not found", "This no longer exists, or you may not see it."],
    ["storage does not answer; try again shortly", "The server is busy. Try again shortly."],
    [
      "slug: another deck is published at `tide`; choose another one",
      "Another deck is published at “tide”. Choose another address.",
    ],
    ["the slug `tide` is in use already", "“tide” is in use already."],
    ["Title is required", "This must not be empty."],
    ["description: 201 characters, at most 200", "Too long: 200 characters at most."],
    ["at most 1000000 bytes are accepted", "This is too large: 1 MB at most."],
    [
      "slide type: type `berth`, field `list[].a`: the key is declared twice",
      "Two fields have the key “list[].a”.",
    ],
    [
      "url: `10.0.0.1` is in a private network; the operator can allow it with SVC_WEBHOOK_ALLOW",
      "10.0.0.1 is in a private network. The operator of the server can allow it.",
    ],
    [
      "entry `manifest.json` has bundleVersion `9`; packages are read up to version 2",
      "The package was made by a newer Lectern.",
    ],
    ["entry `deck.json` is missing", "This is no Lectern package, or it is damaged."],
    ["the picture is broken: unexpected end of file", "The picture is damaged."],
    ["the font has more than 5 MB", "The font is too large: 5 MB at most."],
    ["part `ppt/slides/slide1.xml` has more than 100 shapes", "The file has too many parts."],
  ])("%s", async (details, expected) => {
    expect(await said("en", details)).toBe(expected);
  });

  it("are said in the language of the page", async () => {
    expect(await said("nl", "the current password is wrong")).toBe("Het huidige wachtwoord klopt niet.");
    expect(await said("nl", "a file has 10485760 bytes at most")).toBe(
      "Het bestand is te groot: hoogstens 10,5 MB.",
    );
  });

  it("stay unchanged where the app has no text for them, in other languages after an introduction", async () => {
    expect(await said("en", "rows: row 3 is empty")).toBe("rows: row 3 is empty");
    expect(await said("nl", "rows: row 3 is empty")).toBe(
      "De server nam dit niet aan: Rows: row 3 is empty.",
    );
    expect(await said("nl", "boom", "internal_error")).toBe("Er ging iets mis op de server.");
  });

  it("have a text for each kind, and no text without one", async () => {
    const { KINDS } = await vi.importActual<typeof import("./server-texts")>("./server-texts");
    const kinds = Object.keys(english).map((key) => key.replace("server.", ""));
    expect(kinds.filter((key) => !key.startsWith("code."))).toEqual([...KINDS].sort());
  });

  it("are in the Rust sources, each alternative of each pattern", async () => {
    const { MESSAGES } = await vi.importActual<typeof import("./server-texts")>("./server-texts");
    const texts = rustTexts();
    const missing = MESSAGES.flatMap(([, pattern]) => alternatives(pattern.source)).filter((source) => {
      const pattern = new RegExp(source);
      return !texts.some((text) => pattern.test(text));
    });
    expect(missing).toEqual([]);
  });
});

/**
 * The texts of the Rust sources, tests left out, with a number and with a word in place of each value. `{what}` is
 * also every short text of the same file.
 */
function rustTexts(): string[] {
  const crates = join(import.meta.dirname, "../../../crates");
  const files = readdirSync(crates, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\/src\/(?!.*\btests\b).*\.rs$/.test(file),
  );
  return files.flatMap((file) => {
    const [code = ""] = readFileSync(join(crates, file), "utf8").split(/^#\[cfg\(test\)\]\nmod /m);
    const texts = [...code.replace(/^\s*\/\/.*$|'\\?"'/gm, "").matchAll(/"((?:[^"\\]|\\[^])*)"/g)].map(
      ([, text = ""]) => text.replace(/\\\n\s*/g, "").replaceAll('\\"', '"'),
    );
    const short = texts.filter(({ length }) => length < 60);
    return texts
      .flatMap((text) => [
        text,
        ...(text.includes("{what}") ? short.map((what) => text.replace("{what}", what)) : []),
      ])
      .flatMap((text) => ["7", "word"].map((value) => text.replace(/\{[^{}]*\}/g, value)));
  });
}

/** The patterns that a pattern with groups such as `(?:a|b)` stands for. */
function alternatives(source: string): string[] {
  // A group of alternatives that has none inside; it may have other groups.
  const inner = String.raw`(?:[^()|\\]|\\.|\((?!\?:)[^()]*\))*`;
  const group = new RegExp(String.raw`\(\?:(${inner}(?:\|${inner})+)\)`).exec(source);
  if (!group) return [source];
  const [whole, choice = ""] = group;
  return choice
    .split(/\|(?![^(]*\))/)
    .flatMap((one) =>
      alternatives(source.slice(0, group.index) + one + source.slice(group.index + whole.length)),
    );
}
