// @vitest-environment jsdom

import { beforeEach, expect, it } from "vitest";
import { pageData } from "./page-data";

function page(text: string) {
  const data = document.createElement("script");
  data.type = "application/json";
  data.id = "data";
  data.textContent = text;
  document.body.append(data);
}
beforeEach(() => document.body.replaceChildren());

it("is read once: opening the deck again asks the server", () => {
  page(JSON.stringify({ presentation: { id: "d", title: "Tide" }, drawn: null }));
  expect(pageData("d")?.presentation.title).toBe("Tide");
  expect(pageData("d")).toBeUndefined();
});

it("is undefined for another deck, invalid JSON, or a missing element", () => {
  page(JSON.stringify({ presentation: { id: "other" } }));
  expect(pageData("d")).toBeUndefined();
  page("{");
  expect(pageData("d")).toBeUndefined();
  expect(pageData("d")).toBeUndefined();
});
