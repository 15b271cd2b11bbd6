// @vitest-environment jsdom

import { beforeEach, describe, expect, it } from "vitest";
import { elapsedText, TalkTimer } from "./talk-timer";

describe("the timer of a talk", () => {
  let now = 0;
  const timer = () => new TalkTimer("test", () => now);
  beforeEach(() => {
    localStorage.clear();
    now = 1_000_000;
  });

  it("starts with the first move only", () => {
    const clock = timer();
    now += 60_000;
    expect(clock.seconds()).toBe(0);
    clock.begin();
    now += 30_500;
    clock.begin();
    expect(clock.seconds()).toBe(30);
  });

  it("goes on from the time that the talk has taken, but not after it was restarted", () => {
    timer().begin(600_000);
    now += 5000;
    expect(timer().seconds()).toBe(605);
    timer().restart();
    const clock = timer();
    clock.begin(605_000);
    expect(clock.seconds()).toBe(0);
  });

  it("survives a reload, but not a day", () => {
    timer().begin();
    now += 10_000;
    expect(timer().seconds()).toBe(10);
    now += 86_400_000;
    expect(timer().seconds()).toBe(0);
  });

  it("stops with the talk, and the next talk starts at zero", () => {
    const clock = timer();
    clock.begin();
    now += 90_000;
    clock.stop();
    now += 10_000;
    expect(clock.seconds()).toBe(90);
    expect(timer().seconds()).toBe(0);
  });

  it("is formatted as minutes, with hours where there are any", () => {
    expect([0, 65, 3599, 3600, 7325].map(elapsedText)).toEqual([
      "00:00",
      "01:05",
      "59:59",
      "1:00:00",
      "2:02:05",
    ]);
  });
});
