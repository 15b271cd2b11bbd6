import { expect, test } from "vitest";
import { listUrl, parseQuery } from "./deck-list.svelte";

test.each([
  ["", "/app"],
  ["?q=tide+tables&ownership=shared&sort=title", "/app?q=tide+tables&ownership=shared&sort=title"],
  ["?ownership=starred&folder=A%2FB", "/app?ownership=starred&folder=A%2FB"],
  ["?ownership=everyone&sort=size&new=text", "/app"],
])("the list for the query `%s` has the address %s, without values that are unknown", (search, address) => {
  expect(listUrl(parseQuery(search))).toBe(address);
});
