// @vitest-environment jsdom
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
    ["name: expected at most 120 characters, got 130", "Too long: 120 characters at most."],
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
  ])("%s", async (details, expected) => {
    expect(await said("en", details)).toBe(expected);
  });

  it("are said in the language of the page", async () => {
    expect(await said("nl", "the current password is wrong")).toBe("Het huidige wachtwoord klopt niet.");
    expect(await said("nl", "a file has 10485760 bytes at most")).toBe(
      "Het bestand is te groot: hoogstens 10,5 MB.",
    );
  });

  it("stay as they are where the app has no words for them, with an introduction in the language of the page", async () => {
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
});
