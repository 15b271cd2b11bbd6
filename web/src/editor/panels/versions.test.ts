// @vitest-environment jsdom

import { expect, test } from "vitest";
import type { Version } from "../../lib/api-types";
import "./load-texts";
import { changedText, days } from "./versions";

const version = (id: string, at: Date) => ({ id, createdAt: at.toISOString() }) as Version;

test("versions are grouped by local day, in their order", () => {
  const list = [
    version("c", new Date(2026, 2, 12, 14, 5)),
    version("b", new Date(2026, 2, 12, 0, 1)),
    version("a", new Date(2026, 2, 11, 23, 59)),
  ];
  expect(days(list).map(({ versions }) => versions.map(({ id }) => id))).toEqual([["c", "b"], ["a"]]);
  expect(days([])).toEqual([]);
});

test("a version is named by what changed in it", () => {
  expect(changedText({ changedTitles: ["Revenue", "Team"] }, 2)).toBe("2 slides changed: Revenue, Team");
  expect(changedText({ changedTitles: ["Revenue"] }, 1)).toBe("1 slide changed: Revenue");
  expect(changedText({ changedTitles: ["Revenue", "Team"] }, 5)).toBe(
    "5 slides changed: Revenue, Team and others",
  );
  expect(changedText({ changedTitles: [] }, 2)).toBe("2 slides changed");
});
