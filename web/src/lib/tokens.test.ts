import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const css = readFileSync(join(import.meta.dirname, "tokens.css"), "utf8");
const tokens = new Map(
  [...css.matchAll(/--([\w-]+):\s*light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name, light, dark]) => [name, { light, dark }] as const,
  ),
);

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(first: string, second: string): number {
  const [a, b] = [luminance(first), luminance(second)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function colour(name: string, scheme: "light" | "dark"): string {
  const found = tokens.get(name)?.[scheme];
  if (!found) throw new Error(`no token --${name}`);
  return found;
}

const surfaces = ["c-ground", "c-page", "c-surface", "c-sunken", "c-hover"];
const people = [1, 2, 3, 4, 5, 6].map((n) => `p${n}`);
const TEXT = 4.5;
const EDGE = 3;

/** Foreground colours, their backgrounds, and the required ratio. */
const pairs: [string, string[], number][] = [
  ["c-text", [...surfaces, "c-accent-soft"], TEXT],
  ["c-muted", [...surfaces, "c-accent-soft"], TEXT],
  ["c-faint", surfaces, TEXT],
  ["c-accent-text", [...surfaces, "c-accent-soft"], TEXT],
  ["c-accent", surfaces, TEXT],
  ["c-edge", surfaces, EDGE],
  ["c-danger", [...surfaces, "c-danger-soft"], TEXT],
  ["c-warn", [...surfaces, "c-warn-soft"], TEXT],
  ["c-ok", [...surfaces, "c-ok-soft"], TEXT],
  ["c-info", [...surfaces, "c-info-soft"], TEXT],
  ["c-idea", [...surfaces, "c-idea-soft"], TEXT],
  ["c-text", ["c-danger-soft", "c-warn-soft", "c-ok-soft", "c-info-soft", "c-idea-soft"], TEXT],
  ["c-live", surfaces, TEXT],
  ["c-on-accent", ["c-accent", "c-accent-strong"], TEXT],
  ["c-on-danger", ["c-danger"], TEXT],
  ["c-on-person", people, TEXT],
  ["c-on-toast", ["c-toast"], TEXT],
  ["c-toast-action", ["c-toast"], TEXT],
];

for (const scheme of ["light", "dark"] as const) {
  test.each(pairs)(`%s is read on %j in ${scheme} (%d)`, (front, grounds, least) => {
    for (const ground of grounds) {
      const ratio = contrast(colour(front, scheme), colour(ground, scheme));
      expect(ratio, `--${front} on --${ground}`).toBeGreaterThanOrEqual(least);
    }
  });
}

test("the ratio is that of WCAG 2", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.478, 2);
});
