import { expect, it } from "vitest";
import { spellOut } from "./spelling-alphabet";

it("spells letters as words", () => {
  expect(spellOut("KTrW")).toBe("Kilo, Tango, Romeo, Whiskey");
  expect(spellOut("A1")).toBe("Alfa, 1");
});
