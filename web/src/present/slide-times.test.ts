import { describe, expect, it } from "vitest";
import { afterSlide, noTimes, timed, toPlan } from "./slide-times";

describe("the times of slides", () => {
  it("add up over several visits", () => {
    let times = afterSlide(noTimes, "a", 5_000);
    times = afterSlide(times, "b", 12_000);
    times = afterSlide(times, "a", 15_000);
    expect(times).toEqual({ spent: { a: 8_000, b: 7_000 }, from: 15_000 });
  });

  it("never fall when the clock was set back", () => {
    expect(afterSlide({ spent: { a: 3_000 }, from: 9_000 }, "a", 1_000)).toEqual({
      spent: { a: 3_000 },
      from: 1_000,
    });
  });

  it("are listed in the order of the deck, without slides that were passed over", () => {
    const slides = [{ id: "b", duration: 60 }, { id: "a" }, { id: "c" }] as never;
    const times = { spent: { a: 8_000, b: 70_400, c: 400, gone: 9_000 }, from: 0 };
    expect(timed(times, { slides })).toEqual([
      { slideId: "b", spent: 70_400, planned: 60 },
      { slideId: "a", spent: 8_000, planned: undefined },
    ]);
  });

  it("are planned in whole seconds, five minutes at most", () => {
    expect([toPlan(70_400), toPlan(400), toPlan(900_000)]).toEqual([70, 1, 300]);
  });
});
