import { expect, test } from "vitest";
import { addressOf, wantedBy } from "./decks.svelte";

test.each([
  ["", "/app"],
  ["?q=tide+tables&ownership=shared&sort=title", "/app?q=tide+tables&ownership=shared&sort=title"],
  ["?ownership=everyone&sort=size&new=text", "/app"],
])("%s asks for what %s says", (search, address) => {
  expect(addressOf(wantedBy(search))).toBe(address);
});
