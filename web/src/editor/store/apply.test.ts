// The cases that the server's tests run too; crates/deck/tests/edits/main.rs says how to read them.

import { describe, expect, it } from "vitest";
import vectors from "../../../../crates/deck/tests/edits.json";
import { allApplied, needsAnswer, replacedValue } from "./apply";
import type { Content, Deck, Edit, Value } from "./deck";
import { isSame } from "./path";

interface Case {
  name: string;
  deck: keyof typeof vectors.decks;
  edits: Edit[];
  changes?: Content;
  conflict?: { reason: string };
  refused?: string;
  serverOnly?: string;
}

const cases = vectors.cases as unknown as Case[];
const deckOf = (example: Case) => structuredClone(vectors.decks[example.deck]) as unknown as Deck;

/** Sets the value at a path; null removes it. */
function set(root: Content, path: string, value: Value) {
  const keys = path.split(".");
  const last = keys.pop() as string;
  const parent = keys.reduce((parent, key) => parent[key] as Content, root);
  if (value !== null) parent[last] = value;
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  // eslint-disable-next-line @typescript-eslint/no-dynamic-delete
  else delete parent[last];
}

/** Whether somebody else changed the value that an edit replaces, so that the server merges. */
function isMerge(deck: Deck, edit: Edit): boolean {
  return (
    (edit.op === "set" || edit.op === "deck") &&
    "replaces" in edit &&
    !isSame(replacedValue(deck, edit), edit.replaces)
  );
}

describe("edits", () => {
  const [local, remote] = [cases.filter((one) => !one.serverOnly), cases.filter((one) => one.serverOnly)];

  it.each(local)("$name", (example) => {
    const expected = deckOf(example);
    for (const [path, value] of Object.entries(example.changes ?? {}))
      set(expected as unknown as Content, path, value);
    const before = deckOf(example);
    const after = allApplied(before, example.edits);
    expect(after).toEqual(expected);
    expect(before).toEqual(deckOf(example));
  });

  it.each(remote.filter((one) => !one.conflict && !one.refused))("left to the server: $name", (example) => {
    const deck = deckOf(example);
    expect(example.edits.some((edit) => needsAnswer(deck, edit) || isMerge(deck, edit))).toBe(true);
  });
});
