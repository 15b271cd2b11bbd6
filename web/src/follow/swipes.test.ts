// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listenForSwipes } from "./swipes";

let area: HTMLElement;
let moves: number[];

beforeEach(() => {
  area = document.createElement("div");
  moves = [];
  listenForSwipes(area, (by) => moves.push(by));
});
afterEach(() => vi.unstubAllGlobals());

/** Sends a touch event with the fingers that are down and the one that changed, by their distances from the left. */
function send(name: string, down: number[], changed: number) {
  const fingers = (places: number[]) => places.map((clientX) => ({ clientX, clientY: 100 }));
  const event = Object.assign(new Event(name), {
    touches: fingers(down),
    changedTouches: fingers([changed]),
  });
  area.dispatchEvent(event);
}

test("a swipe of one finger browses", () => {
  send("touchstart", [200], 200);
  send("touchend", [], 100);
  send("touchstart", [200], 200);
  send("touchend", [], 300);
  send("touchstart", [200], 200);
  send("touchend", [], 180);
  expect(moves).toEqual([1, -1]);
});

test("a swipe over slides that are read from right to left browses the other way", () => {
  area = document.createElement("div");
  listenForSwipes(area, (by) => moves.push(by), true);
  send("touchstart", [200], 200);
  send("touchend", [], 300);
  send("touchstart", [200], 200);
  send("touchend", [], 100);
  expect(moves).toEqual([1, -1]);
});

test("two fingers that enlarge the page do not browse", () => {
  send("touchstart", [100], 100);
  send("touchstart", [100, 200], 200);
  send("touchend", [60], 260);
  send("touchend", [], 60);
  expect(moves).toEqual([]);
});

test("a finger that moves the enlarged page does not browse", () => {
  vi.stubGlobal("visualViewport", { scale: 2 });
  send("touchstart", [200], 200);
  send("touchend", [], 100);
  expect(moves).toEqual([]);
});
