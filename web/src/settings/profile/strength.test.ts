import { expect, it } from "vitest";
import { strength } from "./strength";

it("calls everything under eight signs short", () => {
  expect(strength("")).toBe("short");
  expect(strength("aB3$xY7")).toBe("short");
});

it("calls what is guessed first weak, however long the run", () => {
  for (const guess of ["aaaaaaaaaaaaaaaa", "123456789", "password1", "Welkom2026", "abababababab"]) {
    expect(strength(guess), guess).toBe("weak");
  }
});

it("rewards length without asking for signs", () => {
  expect(strength("harbour window")).toBe("fair");
  expect(strength("four quiet boats at low tide")).toBe("strong");
  expect(strength("xK4$wq9!Lm2p")).toBe("fair");
  expect(strength("xK4$wq9!Lm2pTz")).toBe("strong");
});
