// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import type { DrawnTalk, Message, Screen } from "../present/channel";

vi.mock("./load-talk");
vi.mock("../lib/i18n", () => ({ loadTexts: () => new Promise(() => undefined), t: String }));
vi.mock("../present/touch", () => ({ listenForTouches: () => undefined }));
vi.mock("../present/screens", () => ({ stayAwake: () => undefined }));
const shown = vi.hoisted((): string[] => []);
vi.mock("../present/stage", () => ({
  stage: () => ({ show: ({ slideId }: Screen) => shown.push(slideId) }),
  pointOn: () => undefined,
}));

const talk = (...ids: string[]): DrawnTalk => ({
  deckId: "d",
  title: "Tides",
  slides: ids.map((id) => ({ id, html: "", css: "", steps: 0, skipped: false, label: id, countsUp: false })),
  builds: true,
  look: { transition: "none", typed: false },
  rightToLeft: false,
  sessionId: "s",
});

test("a screen that arrives before the drawing of its slide is shown when the drawing arrives", async () => {
  let console: (message: Message) => void = () => undefined;
  vi.stubGlobal(
    "BroadcastChannel",
    class {
      set onmessage(listen: (event: { data: Message }) => void) {
        console = (data) => listen({ data });
      }
      postMessage() {}
    },
  );
  vi.useFakeTimers();
  await vi.importActual("./main");
  let seq = 0;
  const go = (slideId: string) => {
    const screen: Screen = {
      slideId,
      step: 0,
      cover: "",
      join: undefined,
      answers: undefined,
      countdown: undefined,
    };
    console({ kind: "go", seq: ++seq, at: 0, screen });
  };
  const deck = (...ids: string[]) => console({ kind: "deck", seq: ++seq, at: 0, talk: talk(...ids) });
  deck("a", "b");
  go("a");
  go("new");
  deck("a", "new", "b");
  expect(shown).toEqual(["a", "new"]);
  go("gone");
  deck("a", "new");
  expect(shown).toEqual(["a", "new", "new"]);
  vi.useRealTimers();
});
