// @vitest-environment jsdom
import { flushSync, mount, unmount, type ComponentProps } from "svelte";
import { expect, test } from "vitest";
import NumberField from "./NumberField.svelte";

type Props = ComponentProps<typeof NumberField>;

test("a number out of bounds is shown as it is stored", () => {
  const props = $state({
    store: {
      setField: (_slide: string, _path: string, to: number) => void (props.value = to),
    } as unknown as Props["store"],
    slide: { id: "a" } as Props["slide"],
    field: { key: "share", label: "Share", min: 0, max: 100 } as Props["field"],
    path: "share",
    id: "share",
    value: 100 as Props["value"],
    describedby: undefined,
  });
  const mounted = mount(NumberField, { target: document.body, props });
  const box = document.querySelector("input[type=number]") as HTMLInputElement;
  box.value = "500";
  box.dispatchEvent(new Event("change", { bubbles: true }));
  flushSync();
  expect(props.value).toBe(100);
  expect(box.value).toBe("100");
  void unmount(mounted);
});
