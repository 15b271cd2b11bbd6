// Transitions from one slide on stage to the next. Loaded by talks that have one.

import { morph } from "../lib/morph";
import type { MountedSlide } from "../lib/mount-slide";

type Layer = { layer: HTMLElement; shown: MountedSlide };

type Frames = [Keyframe[], Keyframe[]];

/** The animations of the new and the old slide; `by` is 1 forward. */
function framesOf(transition: string, by: number): Frames | undefined {
  const shift = (percent: number) => ({ transform: `translateX(${percent}%)` });
  switch (transition) {
    case "fade":
      return [[{ opacity: 0 }, { opacity: 1 }], []];
    case "slide":
      return [[shift(100 * by), shift(0)], []];
    case "push":
      return [
        [shift(100 * by), shift(0)],
        [shift(0), shift(-100 * by)],
      ];
    case "cube": {
      const turn = (percent: number, degrees: number) => ({
        transform: `perspective(200cqw) translateX(${percent}%) rotateY(${degrees}deg)`,
        opacity: degrees ? 0.4 : 1,
      });
      return [
        [turn(100 * by, 60 * by), turn(0, 0)],
        [turn(0, 0), turn(-100 * by, -60 * by)],
      ];
    }
    default:
      return undefined;
  }
}

/** Begins a transition. Returns its animations; the first ends last. */
export function begin(transition: string, before: Layer, after: Layer, forward: boolean): Animation[] {
  if (transition === "morph") return morph(before.shown.root, after.shown.root);
  const frames = framesOf(transition, forward ? 1 : -1);
  if (!frames) return [];
  const timing = { duration: 320, easing: "cubic-bezier(.2, .8, .2, 1)" };
  const [appears, leaves] = frames;
  const animations = [after.layer.animate(appears, timing)];
  if (leaves.length) animations.push(before.layer.animate(leaves, { ...timing, fill: "forwards" }));
  return animations;
}
