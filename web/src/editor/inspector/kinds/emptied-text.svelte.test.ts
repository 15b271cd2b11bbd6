// @vitest-environment jsdom
import { flushSync, mount, unmount, type ComponentProps } from "svelte";
import { expect, test } from "vitest";
import { markdownView } from "../../rich-text/view.svelte";
import MarkdownField from "./MarkdownField.svelte";
import StringField from "./StringField.svelte";

type Props = ComponentProps<typeof StringField>;

test.each([
  ["line", StringField],
  ["Markdown", MarkdownField],
])("a translation that is emptied stays empty while somebody writes in it: %s", (_, Field) => {
  markdownView.isSource = true;
  const props = $state({
    store: {
      language: "nl",
      setField: (_slide: string, _path: string, to: string) => (props.value = to || "Tide"),
    } as unknown as Props["store"],
    slide: { id: "a" } as Props["slide"],
    field: {} as Props["field"],
    path: "title",
    id: "title",
    value: "Tij" as Props["value"],
    describedby: undefined,
  });
  const mounted = mount(Field, { target: document.body, props });
  const box = document.querySelector("textarea") as HTMLTextAreaElement;
  const type = (text: string) => {
    box.value = text;
    box.dispatchEvent(new InputEvent("input", { bubbles: true }));
    flushSync();
  };
  box.focus();
  type("");
  expect(box.value).toBe("");
  type("V");
  expect(box.value).toBe("V");
  expect(props.value).toBe("V");
  type("");
  box.blur();
  flushSync();
  expect(box.value).toBe("Tide");
  void unmount(mounted);
});
