import { beforeEach, expect, it } from "vitest";
import { brought } from "./opened";

function page(text: string) {
  const data = document.createElement("script");
  data.type = "application/json";
  data.id = "data";
  data.textContent = text;
  document.body.append(data);
}
beforeEach(() => document.body.replaceChildren());

it("is read once: what is opened again is asked of the server", () => {
  page(JSON.stringify({ presentation: { id: "d", title: "Tide" }, drawn: null }));
  expect(brought("d")?.presentation.title).toBe("Tide");
  expect(brought("d")).toBeUndefined();
});

it("is nothing of another deck, of a torn page, or where there is none", () => {
  page(JSON.stringify({ presentation: { id: "other" } }));
  expect(brought("d")).toBeUndefined();
  page("{");
  expect(brought("d")).toBeUndefined();
  expect(brought("d")).toBeUndefined();
});
