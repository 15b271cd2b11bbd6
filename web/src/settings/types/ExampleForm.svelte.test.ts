// @vitest-environment jsdom
import { mount, unmount } from "svelte";
import { expect, test } from "vitest";
import type { DeclaredField } from "./declaration";
import ExampleForm from "./ExampleForm.svelte";

test("the example is shown while two fields have the same key", () => {
  const field = (label: string): DeclaredField => ({ key: "title", label, type: "string" });
  const props = { fields: [field("Headline"), field("Line")], content: {}, onchange: () => undefined };
  const mounted = mount(ExampleForm, { target: document.body, props });
  const labels = [...document.querySelectorAll("label")].map(({ textContent }) => textContent);
  expect(labels).toEqual(["Headline", "Line"]);
  void unmount(mounted);
});
