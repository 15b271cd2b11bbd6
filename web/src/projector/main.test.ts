// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { openStream } from "../lib/event-stream";
import { MAX_SILENCE, type DrawnTalk, type Message } from "../present/channel";
import { loadTalk } from "./load-talk";

vi.mock("./load-talk");
vi.mock("../lib/event-stream");
vi.mock("../lib/i18n", () => ({ loadTexts: () => new Promise(() => undefined), t: String }));
vi.mock("../present/touch", () => ({ listenForTouches: () => undefined }));
vi.mock("../present/screens", () => ({ stayAwake: () => undefined }));
vi.mock("../present/stage", () => ({ stage: () => ({ show: () => undefined }), pointOn: () => undefined }));

const talk = (title: string): DrawnTalk => ({
  deckId: "d",
  title,
  slides: [],
  builds: true,
  look: { transition: "none", typed: false },
  rightToLeft: false,
  sessionId: "s",
});

test("a console that comes back while the talk is being loaded takes over", async () => {
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
  let arrive: (loaded: DrawnTalk) => void = () => undefined;
  vi.mocked(loadTalk).mockReturnValue(new Promise((resolve) => (arrive = resolve)));
  await vi.importActual("./main");
  await vi.advanceTimersByTimeAsync(MAX_SILENCE);
  expect(loadTalk).toHaveBeenCalled();
  console({ kind: "deck", seq: 1, at: 0, talk: talk("of the console") });
  arrive(talk("of the server"));
  await vi.advanceTimersByTimeAsync(0);
  expect(document.title).toBe("of the console");
  expect(openStream).not.toHaveBeenCalled();
  vi.useRealTimers();
});
