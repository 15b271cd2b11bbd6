// @vitest-environment jsdom
import { flushSync, mount, unmount, type ComponentProps } from "svelte";
import { expect, test, vi } from "vitest";
import type { Edit } from "../../../lib/api-types";
import ItemsField from "./ItemsField.svelte";

type Props = ComponentProps<typeof ItemsField>;

test("an entry is moved by several places, one key press after another", async () => {
  vi.stubGlobal("CSS", { escape: (text: string) => text.replaceAll(".", "\\."), supports: () => true });
  const titles = (value: unknown) => (value as { title: string }[]).map(({ title }) => title).join();
  const items = ["one", "two", "three"].map((title) => ({ title }));
  const props = $state({
    store: {
      mayWrite: true,
      fieldToFocus: null,
      edit: ([edit]: Edit[]) => {
        if (edit?.op !== "set") return;
        props.value = edit.value as Props["value"];
        props.slide = { ...props.slide, content: { items: edit.value } } as Props["slide"];
      },
    } as unknown as Props["store"],
    slide: { id: "a", content: { items } } as unknown as Props["slide"],
    field: {
      key: "items",
      label: "Points",
      itemFields: [{ key: "title", type: "string", label: "Title" }],
    } as Props["field"],
    path: "items",
    id: "items",
    value: items as Props["value"],
    describedby: undefined,
    hints: [],
  });
  const mounted = mount(ItemsField, { target: document.body, props });
  flushSync();
  document.querySelectorAll<HTMLElement>(".name")[2]?.focus();
  const press = async () => {
    const key = new KeyboardEvent("keydown", { key: "ArrowUp", altKey: true, bubbles: true });
    document.activeElement?.dispatchEvent(key);
    await new Promise((resolve) => setTimeout(resolve));
  };
  await press();
  expect(titles(props.value)).toBe("one,three,two");
  await press();
  expect(titles(props.value)).toBe("three,one,two");
  await press();
  expect(titles(props.value)).toBe("three,one,two");
  expect(document.activeElement?.textContent).toContain("three");
  await unmount(mounted);
  vi.unstubAllGlobals();
});
