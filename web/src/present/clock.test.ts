import { describe, expect, it } from "vitest";
import * as clock from "./clock";

const minutes = (count: number) => count * 60_000;

describe("the clock", () => {
  it("runs from its start, stops while paused, and continues", () => {
    let running = clock.started(clock.still(minutes(20)), 1000);
    expect(clock.elapsed(running, 6000)).toBe(5000);
    running = clock.paused(running, 6000);
    expect(clock.elapsed(running, 99_000)).toBe(5000);
    running = clock.started(running, 100_000);
    expect(clock.elapsed(running, 101_000)).toBe(6000);
  });

  it("starts once", () => {
    const running = clock.started(clock.still(0), 1000);
    expect(clock.started(running, 5000)).toEqual(running);
  });

  it("starts at zero when it is reset, running or not", () => {
    const running = clock.started(clock.still(0), 1000);
    expect(clock.elapsed(clock.reset(running, 9000), 10_000)).toBe(1000);
    const fresh = clock.reset(clock.paused(running, 9000), 9000);
    expect(clock.elapsed(fresh, 20_000)).toBe(0);
  });

  it("survives a system clock that is set back", () => {
    expect(clock.elapsed({ since: 5000, ran: 700, target: 0 }, 1000)).toBe(700);
  });

  it("is formatted as a clock", () => {
    expect([0, 59_999, minutes(12) + 4000, minutes(62) + 9000, -5].map(clock.spell)).toEqual([
      "0:00",
      "0:59",
      "12:04",
      "1:02:09",
      "0:00",
    ]);
  });

  it("warns at 80% and at the end", () => {
    expect([0, 0.79, 0.8, 1, 1.01].map(clock.mood)).toEqual(["calm", "calm", "soon", "soon", "over"]);
    expect(clock.level(clock.still(0), 5)).toBe(0);
  });
});

describe("the pace", () => {
  const even = [1, 1, 1, 1];

  it("is on time during the slide's share of the target, plus or minus half a minute", () => {
    for (const at of [4.6, 5, 9.9, 10.4]) {
      expect(clock.pace(even, 1, minutes(at), minutes(20)).state, `${at}`).toBe("onTime");
    }
  });

  it("counts the minutes behind or ahead", () => {
    expect(clock.pace(even, 1, minutes(12), minutes(20))).toEqual({ state: "behind", minutes: 2 });
    expect(clock.pace(even, 2, minutes(7), minutes(20))).toEqual({ state: "ahead", minutes: 3 });
    expect(clock.pace(even, 1, minutes(10.6), minutes(20))).toEqual({ state: "behind", minutes: 1 });
  });

  it("divides the target by the durations of the slides", () => {
    expect(clock.pace([300, 60, 60], 1, minutes(8), minutes(14)).state).toBe("ahead");
    expect(clock.pace([60, 60, 300], 1, minutes(8), minutes(14)).state).toBe("behind");
  });

  it("is always on time without a target", () => {
    expect(clock.pace(even, 3, minutes(90), 0).state).toBe("onTime");
    expect(clock.pace([], 0, minutes(90), minutes(1)).state).toBe("onTime");
  });

  it("counts the end of a talk as on time within half a minute of the target", () => {
    const ended = (ms: number) => clock.isOnTime({ since: undefined, ran: ms, target: minutes(20) }, 0);
    expect([minutes(19.4), minutes(19.5), minutes(20.5), minutes(20.6)].map(ended)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(clock.isOnTime(clock.still(0), 0)).toBe(false);
  });
});
