// The share of the slide that a picture beside a text has.

import type { FieldDeclaration } from "../../lib/api-types";
import { WIDTH, type Box } from "./nodes";

/** The key of the field that holds the share. */
export const SPLIT_FIELD = "imageWidth";
/** The shares from small to large, with the width of the picture in slide units. */
export const SPLIT_WIDTHS = { narrow: 622, half: 914, wide: 1118 } as const;
export type SplitShare = keyof typeof SPLIT_WIDTHS;
export const SPLIT_SHARES = Object.keys(SPLIT_WIDTHS) as SplitShare[];

/** Whether a slide has a picture beside its text whose share can be changed. */
export function isSplit(fields: readonly FieldDeclaration[], arrangement: unknown, box: Box): boolean {
  const options = fields.find(({ key }) => key === SPLIT_FIELD)?.options ?? [];
  const isBeside = arrangement === undefined || arrangement === "split" || arrangement === "duo";
  return isBeside && SPLIT_SHARES.every((share) => options.includes(share)) && box.width < WIDTH * 0.75;
}

/** Whether the picture is on the left, by its box. */
export const isLeft = (box: Box) => box.left + box.width / 2 < WIDTH / 2;

/** The share whose edge is nearest to a point, in slide units from the left. */
export function nearestShare(x: number, left: boolean): SplitShare {
  const width = left ? x : WIDTH - x;
  const distance = (share: SplitShare) => Math.abs(SPLIT_WIDTHS[share] - width);
  return SPLIT_SHARES.reduce((best, share) => (distance(share) < distance(best) ? share : best));
}

/** The next larger or smaller share. */
export function nextShare(share: SplitShare, by: 1 | -1): SplitShare {
  const at = SPLIT_SHARES.indexOf(share) + by;
  return SPLIT_SHARES[Math.max(0, Math.min(SPLIT_SHARES.length - 1, at))] ?? share;
}
