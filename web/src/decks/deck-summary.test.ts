import { expect, it } from "vitest";
import { mayPresent, mayTrash } from "./deck-summary";

it.each([
  ["view", false, false],
  ["comment", false, false],
  ["edit", true, false],
  ["admin", true, false],
  ["owner", true, true],
] as const)(
  "with the permission `%s` a deck can be presented: %s, moved to the trash: %s",
  (permission, present, trash) => {
    expect(mayPresent({ permission })).toBe(present);
    expect(mayTrash({ permission })).toBe(trash);
  },
);
