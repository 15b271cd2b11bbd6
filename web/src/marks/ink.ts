// The colours of the pen. Each is seen on light and dark slides, since strokes have a light rim.

import type { InkColor } from "../lib/api-types";

export const INKS = {
  red: "#e3170a",
  blue: "#0a5fe3",
  green: "#0b8a3a",
  black: "#16181d",
} as const satisfies Record<InkColor, string>;

export const INK_NAMES = Object.keys(INKS) as InkColor[];

/** The colour after another one, the first after the last. */
export function nextInk(color: InkColor): InkColor {
  return INK_NAMES[(INK_NAMES.indexOf(color) + 1) % INK_NAMES.length] ?? color;
}
