import { expect, it } from "vitest";
import { spoken } from "./spoken";

it("says letters as words", () => {
  expect(spoken("KTrW")).toBe("Kilo, Tango, Romeo, Whiskey");
  expect(spoken("A1")).toBe("Alfa, 1");
});
