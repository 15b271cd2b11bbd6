import { expect, it } from "vitest";
import type { LiveState } from "../lib/api-types";
import { remoteMoves } from "./remote";

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

it("follows a remote", () => {
  const { applied, moves } = listening();
  moves.heard(state("a", 1), false);
  moves.heard(state("b", 2), false);
  expect(applied).toEqual(["a", "b"]);
});

it("ignores the echo of a move of our own, whichever arrives first", () => {
  const { applied, moves } = listening();
  moves.acknowledged(state("a", 5), false);
  moves.heard(state("a", 5), false);
  moves.heard(state("b", 6), true);
  moves.acknowledged(state("b", 6), false);
  expect(applied).toEqual([]);
});

it("ignores what is older than our own, such as the snapshot after a break", () => {
  const { applied, moves } = listening();
  moves.acknowledged(state("b", 9), false);
  moves.heard(state("a", 3), false);
  expect(applied).toEqual([]);
});

it("follows a remote that moved right after us", () => {
  const { applied, moves } = listening();
  moves.heard(state("c", 8), true);
  moves.acknowledged(state("b", 7), false);
  expect(applied).toEqual(["c"]);
});

it("leaves a remote's move aside while a further one of ours is on its way", () => {
  const { applied, moves } = listening();
  moves.heard(state("c", 8), true);
  moves.acknowledged(state("b", 7), true);
  moves.acknowledged(state("d", 9), false);
  expect(applied).toEqual([]);
});
