// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { DeckList, listUrl, parseQuery } from "./deck-list.svelte";

test.each([
  ["", "/app"],
  ["?q=tide+tables&ownership=shared&sort=title", "/app?q=tide+tables&ownership=shared&sort=title"],
  ["?ownership=starred&folder=A%2FB", "/app?ownership=starred&folder=A%2FB"],
  ["?ownership=everyone&sort=size&new=text", "/app"],
])("the list for the query `%s` has the address %s, without values that are unknown", (search, address) => {
  expect(listUrl(parseQuery(search))).toBe(address);
});

test("a list of several pages stops loading when a page fails", async () => {
  const requests: string[] = [];
  vi.stubGlobal("fetch", (url: string) => {
    requests.push(url);
    if (requests.length > 5) throw new Error("the list is still loading");
    if (!url.includes("offset=0")) return Promise.resolve(new Response("{}", { status: 500 }));
    const presentations = Array.from({ length: 100 }, (_, at) => ({ id: String(at) }));
    return Promise.resolve(Response.json({ presentations, pagination: { total: 150, hasMore: true } }));
  });
  const list = new DeckList();
  await list.load(150);
  expect([list.items.length, list.state]).toEqual([100, "failed"]);
  expect(requests.filter((url) => url.includes("offset="))).toHaveLength(2);
  vi.unstubAllGlobals();
});
