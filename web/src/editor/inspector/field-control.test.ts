import { expect, test } from "vitest";
import { fieldName } from "./field-control";

const LABELS: Record<string, string> = { title: "Headline", items: "Entries", "items.1.title": "Entry" };
const labelled = (path: string) => {
  const label = LABELS[path];
  return label ? { label } : undefined;
};

test.each([
  ["title", "Headline"],
  ["items", "Entries"],
  ["items.1.title", "Entries 2, Entry"],
  ["title.text", "Headline"],
  ["unknown.3", "unknown.3"],
])("the name of %s is %s", (path, expected) => {
  expect(fieldName(path, labelled)).toBe(expected);
});
