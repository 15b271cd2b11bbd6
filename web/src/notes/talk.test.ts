import { beforeEach, describe, expect, it } from "vitest";
import { elapsedText, Talk } from "./talk";

describe("the clock of a talk", () => {
  let now = 0;
  const talk = () => new Talk("test", () => now);
  beforeEach(() => {
    localStorage.clear();
    now = 1_000_000;
  });

  it("begins with the first move and not with later ones", () => {
    const clock = talk();
    now += 60_000;
    expect(clock.seconds()).toBe(0);
    clock.begin();
    now += 30_500;
    clock.begin();
    expect(clock.seconds()).toBe(30);
  });

  it("survives a reload, but not the next day", () => {
    talk().begin();
    now += 10_000;
    expect(talk().seconds()).toBe(10);
    now += 86_400_000;
    expect(talk().seconds()).toBe(0);
  });

  it("is written as minutes, with hours when there are any", () => {
    expect([0, 65, 3599, 3600, 7325].map(elapsedText)).toEqual([
      "00:00",
      "01:05",
      "59:59",
      "1:00:00",
      "2:02:05",
    ]);
  });
});
