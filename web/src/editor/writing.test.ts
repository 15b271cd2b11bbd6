import { expect, test } from "vitest";
import { pastedPoints, withLines } from "./writing";

test("pasted lines are points without their marks, one line is none", () => {
  expect(pastedPoints("- One\n\n2) Two\n• Three")).toEqual(["One", "Two", "Three"]);
  expect(pastedPoints("One")).toBeUndefined();
});

test("pasted lines keep what the entry holds besides its text, and every entry after it", () => {
  const entries = [{ title: "First" }, { title: "", image: "/uploads/a.png" }, { title: "Last" }];
  const made = withLines(entries, 1, "title", ["One", "Two", "Three"], 4);
  expect(made.entries).toEqual([
    { title: "First" },
    { title: "One", image: "/uploads/a.png" },
    { title: "Two" },
    { title: "Last" },
  ]);
  expect(made.left).toBe(1);
  expect(withLines(entries, 0, "title", ["One"], 3)).toMatchObject({ left: 0 });
});
