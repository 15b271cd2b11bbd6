import { describe, expect, it } from "vitest";
import catalogue from "../../../../crates/deck/catalogue/voices.json";
import en from "../../lang/en/settings.json";
import { themeOfVoice, tokenOf, VOICE_GROUPS, withToken, type Voice } from "./voice";

const voices = Object.entries(catalogue as Record<string, Voice>).map(([id, voice]) => ({ id, voice }));
/** Choices between none and one other word. */
const SWITCHES = ["head.overline", "head.number", "head.rule", "head.mark"];
const offered = VOICE_GROUPS.flatMap(({ tokens }) => tokens);

describe("The offered tokens", () => {
  it("have a name", () => {
    for (const { name, tokens } of VOICE_GROUPS)
      for (const key of [name, ...tokens]) expect(en, key).toHaveProperty([`settings.voice.${key}`]);
  });

  it("have a text for each word that a built-in theme uses", () => {
    for (const token of offered.filter((token) => token !== "plate.radius")) {
      const words = new Set(
        voices.map(({ voice }) => tokenOf(voice, token)).filter((word) => word !== undefined),
      );
      expect(words.size, token).toBeGreaterThan(0);
      for (const word of SWITCHES.includes(token) ? [] : words)
        expect(en, token).toHaveProperty([`settings.voice.${token}.${String(word)}`]);
    }
  });
});

describe("A changed token", () => {
  const voice: Voice = { head: { place: "top", rule: "none" }, ornament: "waves" };

  it("leaves the others as they are", () => {
    const changed = withToken(voice, "head.place", "rail");
    expect(changed).toEqual({ head: { place: "rail", rule: "none" }, ornament: "waves" });
    expect(tokenOf(changed, "head.place")).toBe("rail");
    expect(tokenOf(voice, "head.place")).toBe("top");
  });

  it("may be in a group that is not declared", () => {
    expect(withToken(voice, "plate.form", "cut")["plate"]).toEqual({ form: "cut" });
    expect(tokenOf(voice, "plate.form")).toBeUndefined();
  });
});

describe("The theme of a voice", () => {
  it("is the theme with the same tokens", () => {
    const ledger = voices.find(({ id }) => id === "ledger")?.voice ?? {};
    expect(themeOfVoice(ledger, voices)).toBe("ledger");
    const changed = withToken(ledger, "head.place", "band");
    expect(themeOfVoice(changed, voices)).toBeUndefined();
    expect(themeOfVoice(withToken(changed, "head.place", "top"), voices)).toBe("ledger");
  });

  it("is the default theme where none is declared", () => {
    expect(themeOfVoice(null, voices)).toBe("default");
  });
});
