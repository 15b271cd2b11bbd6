import { expect, it } from "vitest";
import type { LiveState } from "../lib/api-types";
import { remoteMoves } from "./remote-moves";

const state = (slideId: string, updatedAt: number): LiveState => ({
  slideId,
  slideIndex: 0,
  slideType: "",
  stepIdx: 0,
  stepParagraphs: true,
  updatedAt,
});

function listening() {
  const applied: string[] = [];
  return { applied, moves: remoteMoves((state) => applied.push(state.slideId)) };
}

it("applies moves of a remote", () => {
  const { applied, moves } = listening();
  moves.received(state("a", 1), false);
  moves.received(state("b", 2), false);
  expect(applied).toEqual(["a", "b"]);
});

it("ignores the echo of an own move, whichever arrives first", () => {
  const { applied, moves } = listening();
  moves.acknowledged(state("a", 5), false);
  moves.received(state("a", 5), false);
  moves.received(state("b", 6), true);
  moves.acknowledged(state("b", 6), false);
  expect(applied).toEqual([]);
});

it("ignores states older than an own move, such as the snapshot after a reconnect", () => {
  const { applied, moves } = listening();
  moves.acknowledged(state("b", 9), false);
  moves.received(state("a", 3), false);
  expect(applied).toEqual([]);
});

it("applies a remote's move right after an own one", () => {
  const { applied, moves } = listening();
  moves.received(state("c", 8), true);
  moves.acknowledged(state("b", 7), false);
  expect(applied).toEqual(["c"]);
});

it("drops a remote's move while a further own one is being sent", () => {
  const { applied, moves } = listening();
  moves.received(state("c", 8), true);
  moves.acknowledged(state("b", 7), true);
  moves.acknowledged(state("d", 9), false);
  expect(applied).toEqual([]);
});
