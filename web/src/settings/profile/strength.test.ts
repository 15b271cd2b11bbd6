import { expect, it } from "vitest";
import { strength } from "./strength";

it("fewer than eight characters are short", () => {
  expect(strength("")).toBe("short");
  expect(strength("aB3$xY7")).toBe("short");
});

it("common guesses are weak, however long", () => {
  for (const guess of ["aaaaaaaaaaaaaaaa", "123456789", "password1", "Welkom2026", "abababababab"]) {
    expect(strength(guess), guess).toBe("weak");
  }
});

it("length counts more than special characters", () => {
  expect(strength("harbour window")).toBe("fair");
  expect(strength("four quiet boats at low tide")).toBe("strong");
  expect(strength("xK4$wq9!Lm2p")).toBe("fair");
  expect(strength("xK4$wq9!Lm2pTz")).toBe("strong");
});
