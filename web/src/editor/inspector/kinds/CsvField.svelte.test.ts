// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { expect, test, vi } from "vitest";
import type { FieldControlProps } from "../field-control";
import CsvField from "./CsvField.svelte";

/** Types a second series into the data of a bar chart. */
function withSecondSeries(isMain: boolean) {
  const store = {
    isMain,
    setField: vi.fn(),
    edit: vi.fn(),
    fieldOf: () => undefined,
    undoOfLastStep: () => () => undefined,
  };
  const slide = { id: "s", type: "t", notes: "", content: { chartType: "bar" } };
  const field = { key: "data", type: "csv", label: "Data" };
  const props = { store, slide, field, path: "data", value: "A,1", id: "f" } as unknown as FieldControlProps;
  const component = mount(CsvField, { target: document.body, props });
  flushSync();
  const box = document.querySelector<HTMLInputElement>('[data-cell="0-2"]');
  if (box) box.value = "2";
  box?.dispatchEvent(new Event("input", { bubbles: true }));
  void unmount(component);
  return store;
}

test("a second series turns a chart of single bars into one of grouped bars", () => {
  const { edit, setField } = withSecondSeries(true);
  expect(edit).toHaveBeenCalledOnce();
  expect(setField).not.toHaveBeenCalled();
});

test("a second series in a translation leaves the data of the main language alone", () => {
  const { edit, setField } = withSecondSeries(false);
  expect(edit).not.toHaveBeenCalled();
  expect(setField).toHaveBeenCalledWith("s", "data", "A,1,2", { run: "type s data" });
});
