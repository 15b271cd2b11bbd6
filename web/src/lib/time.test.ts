// @vitest-environment jsdom

import { beforeEach, expect, test } from "vitest";
import { ago, date, size } from "./time";

const now = new Date(2026, 2, 12, 14, 5);
beforeEach(() => localStorage.setItem("lectern.language", "en"));

test.each([
  [new Date(2026, 2, 12, 14, 4, 30), "now"],
  [new Date(2026, 2, 12, 14, 0), "5 minutes ago"],
  [new Date(2026, 2, 12, 11, 5), "3 hours ago"],
  [new Date(2026, 2, 11, 23, 59), "yesterday"],
  [new Date(2026, 2, 6, 10, 0), "6 days ago"],
  [new Date(2026, 2, 3), "3 March"],
  [new Date(2025, 2, 3), "3 March 2025"],
])("%s is %s", (then, said) => {
  expect(ago(then, now)).toBe(said);
});

test("Dutch is used where Dutch is chosen", () => {
  localStorage.setItem("lectern.language", "nl");
  expect(ago(new Date(2026, 2, 12, 14, 0), now)).toBe("5 minuten geleden");
  expect(date(new Date(2026, 2, 3), now)).toBe("3 maart");
});

test.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1204, "1.2 kB"],
  [4_200_000, "4.2 MB"],
])("%d bytes are %s", (bytes, said) => {
  expect(size(bytes)).toBe(said);
});
