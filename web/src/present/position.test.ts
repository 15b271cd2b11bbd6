import { describe, expect, it } from "vitest";
import * as position from "./position";
import type { SlideSequence, TalkPosition } from "./position";

const slide = (id: string, steps = 0, skipped = false) => ({ id, steps, skipped });
const sequence: SlideSequence = {
  slides: [slide("a"), slide("b", 2), slide("x", 3, true), slide("c", 1)],
  builds: true,
};
const at = (slideId: string, step = 0): TalkPosition => ({ slideId, step });

/** The positions after a number of moves, as text. */
function walk(
  move: (sequence: SlideSequence, place: TalkPosition) => TalkPosition,
  from: TalkPosition,
  times: number,
  over = sequence,
): string {
  const seen = [];
  for (let place = from; times-- >= 0; place = move(over, place)) seen.push(`${place.slideId}${place.step}`);
  return seen.join(" ");
}

describe("moving", () => {
  it("builds first, then goes to the next visible slide, and stays at the end", () => {
    expect(walk(position.next, at("a"), 6)).toBe("a0 b0 b1 b2 c0 c1 c1");
  });

  it("goes back to the last build, and stays at the beginning", () => {
    expect(walk(position.back, at("c", 1), 6)).toBe("c1 c0 b2 b1 b0 a0 a0");
  });

  it("ignores builds where they are off", () => {
    expect(walk(position.next, at("a"), 3, { ...sequence, builds: false })).toBe("a0 b0 c0 c0");
    expect(position.back({ ...sequence, builds: false }, at("b", 2))).toEqual(at("a"));
  });

  it("skips builds slide by slide", () => {
    expect(walk(position.nextSlide, at("a"), 3)).toBe("a0 b0 c0 c0");
    expect(walk(position.previousSlide, at("c", 1), 3)).toBe("c1 b0 a0 a0");
  });

  it("continues from a skipped slide that was chosen", () => {
    expect(position.next(sequence, at("x", 3))).toEqual(at("c"));
    expect(position.back(sequence, at("x"))).toEqual(at("b", 2));
  });

  it("goes to the first and last visible slide", () => {
    const hidden = {
      slides: [slide("x", 0, true), slide("a"), slide("b"), slide("y", 0, true)],
      builds: true,
    };
    expect(position.end(hidden, "first")).toEqual(at("a"));
    expect(position.end(hidden, "last")).toEqual(at("b"));
    expect(position.end({ slides: [], builds: true }, "first")).toBeUndefined();
  });

  it("knows that nothing follows the last build", () => {
    expect(position.ahead(sequence, at("b", 2))).toEqual(at("c"));
    expect(position.ahead(sequence, at("c", 1))).toBeUndefined();
  });
});

describe("numbers", () => {
  it("count visible slides", () => {
    expect(sequence.slides.map((slide) => position.numberOf(sequence, slide.id))).toEqual([
      1,
      2,
      undefined,
      3,
    ]);
    expect(position.shownCount(sequence)).toBe(3);
  });

  it("lead to their slide", () => {
    expect(position.byNumber(sequence, 3)).toEqual(at("c"));
    expect(position.byNumber(sequence, 4)).toBeUndefined();
    expect(position.byNumber(sequence, 0)).toBeUndefined();
  });
});

describe("a deck that changed during a talk", () => {
  it("keeps the slide, with no more builds than it has", () => {
    const fewer = { slides: [slide("b", 1), slide("a")], builds: true };
    expect(position.positionAfterChange(sequence, fewer, at("b", 2))).toEqual(at("b", 1));
  });

  it("shows the slide that replaced a removed one", () => {
    const without = { slides: [slide("a"), slide("n"), slide("c", 1)], builds: true };
    expect(position.positionAfterChange(sequence, without, at("b", 2))).toEqual(at("n"));
    expect(position.positionAfterChange(sequence, { slides: [slide("a")], builds: true }, at("c"))).toEqual(
      at("a"),
    );
    expect(position.positionAfterChange(sequence, { slides: [], builds: true }, at("c"))).toBeUndefined();
  });
});
