import { describe, expect, it } from "vitest";
import {
  contrast,
  CONTRAST_RULES,
  figure,
  hex,
  contrastOn,
  nearestShade,
  rgb,
  weakestContrast,
} from "./contrast";

const tideline = {
  base: "#FFFFFF",
  tint: "#EEF4F5",
  deep: "#0B2A33",
  surface: "#F7FAFB",
  text: "#10262D",
  muted: "#4A626B",
  onDeep: "#F4FAFB",
  mutedOnDeep: "#A9C4CB",
  accent: "#0B6B75",
  onAccent: "#FFFFFF",
  accentOnDeep: "#5FD0CF",
  accent2: "#C2410C",
  gradient: "#177982",
};

const ratio = (one: string, other: string) => contrast(rgb(one) ?? [0, 0, 0], rgb(other) ?? [0, 0, 0]);

describe("colours", () => {
  it("are parsed from three and six digits and formatted with six", () => {
    expect(rgb("#0b6")).toEqual([0, 187, 102]);
    expect(rgb(" 0B6B75 ")).toEqual([11, 107, 117]);
    expect(hex([11, 107, 117])).toBe("#0B6B75");
    for (const wrong of ["", "#", "#12", "#12345", "#GGGGGG", "teal", "#1234567"])
      expect(rgb(wrong)).toBeUndefined();
  });
});

describe("contrast", () => {
  it("is 1 to 21 and symmetric", () => {
    expect(ratio("#FFFFFF", "#000000")).toBeCloseTo(21);
    expect(ratio("#777777", "#777777")).toBe(1);
    expect(ratio("#10262D", "#EEF4F5")).toBe(ratio("#EEF4F5", "#10262D"));
  });

  it("matches the figures of the themes catalogue", () => {
    const known = {
      text: [15.7, 14.1, 15.0],
      muted: [6.5, 5.8, 6.2],
      accent: [6.2, 5.6],
      accent2: [5.2, 4.7],
    };
    for (const [key, figures] of Object.entries(known)) {
      const rule = CONTRAST_RULES.find((rule) => rule.key === key);
      const results = contrastOn(tideline[key as "text"], rule?.grounds ?? [], rule?.least ?? 0, tideline);
      expect(results.map(({ ratio }) => Math.round(ratio * 10) / 10)).toEqual(figures);
      expect(results.every(({ good }) => good)).toBe(true);
    }
  });

  it("is rounded down, so that 4.46 does not pass for 4.5", () => {
    expect(figure(4.46)).toBe("4.4");
    expect(figure(4.5)).toBe("4.5");
    expect(figure(21)).toBe("21.0");
  });

  it("is computed on each background", () => {
    const results = contrastOn("#D98A00", ["base", "tint"], 3, tideline);
    expect(results.map(({ ground, ratio, good }) => [ground, figure(ratio), good])).toEqual([
      ["base", "2.7", false],
      ["tint", "2.4", false],
    ]);
    expect(contrastOn("#D98A", ["base"], 3, tideline)).toEqual([]);
    expect(contrastOn("#000", ["nowhere"], 3, tideline)).toEqual([]);
  });

  it("finds the weakest colour of a chart", () => {
    expect(weakestContrast(["#0B6B75", "#A86A00", "#10262D"], tideline)).toMatchObject({
      ground: "tint",
      good: true,
    });
    expect(weakestContrast(["#0B6B75", "#FFE9A8"], tideline)).toMatchObject({ ground: "tint", good: false });
    expect(weakestContrast([], tideline)).toBeUndefined();
  });
});

describe("the nearest sufficient shade", () => {
  it("is darker on light backgrounds, keeps the hue, and is just sufficient", () => {
    const shade = nearestShade("#D98A00", ["#FFFFFF", "#EEF4F5"], 3);
    expect(shade?.darker).toBe(true);
    const color = shade?.color ?? "";
    expect(ratio(color, "#EEF4F5")).toBeGreaterThanOrEqual(3);
    expect(ratio(color, "#EEF4F5")).toBeLessThan(3.1);
    const [red, green, blue] = rgb(color) ?? [0, 0, 0];
    expect(blue).toBe(0);
    expect(green / red).toBeCloseTo(0x8a / 0xd9, 1);
  });

  it("is lighter on dark backgrounds", () => {
    const shade = nearestShade("#1A4A55", ["#0B2A33"], 4.5);
    expect(shade?.darker).toBe(false);
    expect(ratio(shade?.color ?? "", "#0B2A33")).toBeGreaterThanOrEqual(4.5);
  });

  it("exists for every grey, but not for contradicting backgrounds", () => {
    expect(nearestShade("#999999", ["#FFFFFF"], 4.5)?.color).toBe("#767676");
    expect(nearestShade("#808080", ["#FFFFFF", "#000000"], 7)).toBeUndefined();
    expect(nearestShade("grey", ["#FFFFFF"], 3)).toBeUndefined();
    expect(nearestShade("#999999", ["#FFFFFF", "none"], 3)).toBeUndefined();
  });
});
