// @vitest-environment jsdom
import { EditorView } from "@codemirror/view";
import { flushSync, mount, unmount, type ComponentProps } from "svelte";
import { expect, test } from "vitest";
import CodeField from "./CodeField.svelte";

type Props = ComponentProps<typeof CodeField>;

// CodeMirror focuses with a command that jsdom does not have.
document.execCommand = () => false;

test("a change that another user makes in the code stays when the user continues to type", () => {
  const props = $state({
    store: {
      setField: (_slide: string, _path: string, to: string) => void (props.value = to),
    } as unknown as Props["store"],
    slide: { id: "a" } as Props["slide"],
    field: { key: "code", label: "Code" } as Props["field"],
    path: "code",
    id: "code",
    value: "let a = 1;" as Props["value"],
    describedby: undefined,
  });
  const mounted = mount(CodeField, { target: document.body, props });
  flushSync();
  const content = document.querySelector(".code")?.shadowRoot?.querySelector<HTMLElement>(".cm-content");
  const view = EditorView.findFromDOM(content as HTMLElement) as EditorView;
  content?.focus();
  expect(view.hasFocus).toBe(true);
  view.dispatch({ changes: { from: 10, insert: "\nlet b;" }, selection: { anchor: 17 } });
  expect(props.value).toBe("let a = 1;\nlet b;");
  props.value = "let alpha = 1;\nlet b;";
  flushSync();
  view.dispatch(view.state.replaceSelection(" // two"));
  expect(props.value).toBe("let alpha = 1;\nlet b; // two");
  void unmount(mounted);
});
