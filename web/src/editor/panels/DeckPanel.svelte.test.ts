// @vitest-environment jsdom
import { flushSync, mount, unmount, type ComponentProps } from "svelte";
import { expect, test, vi } from "vitest";
import DeckPanel from "./DeckPanel.svelte";

vi.mock("./ThemePicker.svelte", () => ({ default: () => undefined }));
vi.mock("./DeckLanguages.svelte", () => ({ default: () => undefined }));
vi.mock("./DeckSources.svelte", () => ({ default: () => undefined }));
vi.mock("./load-texts", () => ({}));

let deck = $state.raw({ language: "en", settings: {}, description: "Tides", revision: 1 });

test("a description stays as it is typed when something else of the deck is saved", async () => {
  const store = {
    get deck() {
      return deck;
    },
    me: { user: { role: "member" } },
    mayWrite: true,
    edit: vi.fn(),
  };
  const props = { store } as unknown as ComponentProps<typeof DeckPanel>;
  const mounted = mount(DeckPanel, { target: document.body, props });
  flushSync();
  const box = document.querySelector("textarea") as HTMLTextAreaElement;
  expect(box.value).toBe("Tides");
  box.value = "Tides of the harbour";
  box.dispatchEvent(new Event("input", { bubbles: true }));
  deck = { ...deck, revision: 2 };
  flushSync();
  expect(box.value).toBe("Tides of the harbour");
  deck = { ...deck, description: "Ebb" };
  flushSync();
  expect(box.value).toBe("Ebb");
  await unmount(mounted);
});
