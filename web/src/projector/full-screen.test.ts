// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import type { Message } from "../present/channel";
import type { Action } from "../present/keys";
import { listenForTouches } from "../present/touch";

vi.mock("./load-talk");
vi.mock("../lib/i18n", () => ({ loadTexts: () => new Promise(() => undefined), t: String }));
vi.mock("../present/touch");
vi.mock("../present/screens", () => ({ stayAwake: () => undefined }));
vi.mock("../present/stage", () => ({ stage: () => ({ show: () => undefined }), pointOn: () => undefined }));

test("a double click fills the screen and does not move the talk", async () => {
  const actions: Action[] = [];
  vi.stubGlobal(
    "BroadcastChannel",
    class {
      postMessage(message: Message) {
        if (message.kind === "do") actions.push(message.action);
      }
    },
  );
  const request = vi.fn(() => Promise.resolve());
  document.documentElement.requestFullscreen = request;
  vi.useFakeTimers();
  await vi.importActual("./main");
  await vi.waitFor(() => expect(listenForTouches).toHaveBeenCalled());
  const act = vi.mocked(listenForTouches).mock.calls[0]?.[2].act ?? (() => undefined);
  act("next");
  act("next");
  dispatchEvent(new Event("dblclick"));
  await vi.advanceTimersByTimeAsync(1000);
  expect([request.mock.calls.length, actions]).toEqual([1, []]);
  act("next");
  await vi.advanceTimersByTimeAsync(1000);
  expect(actions).toEqual(["next"]);

  Object.assign(document, { fullscreenElement: document.documentElement });
  act("next");
  act("next");
  dispatchEvent(new Event("dblclick"));
  expect([request.mock.calls.length, actions]).toEqual([1, ["next", "next", "next"]]);
  vi.useRealTimers();
});
