// A slide takes the place of another as a whole: it slides over it, pushes it out, or both turn like a cube.
//
// The app imports this module. The HTML file of a deck contains it, without the word `export`, so it is plain
// JavaScript.

/** The frames of the new and of the old slide; `by` is 1 forward and -1 back. */
function framesOf(kind, by) {
  const at = (percent) => ({ transform: `translateX(${percent}%)` });
  const turned = (percent, degrees) => ({
    transform: `perspective(200cqw) translateX(${percent}%) rotateY(${degrees}deg)`,
    opacity: degrees ? 0.4 : 1,
  });
  switch (kind) {
    case "fade":
      return [[{ opacity: 0 }, { opacity: 1 }]];
    case "slide":
      return [[at(100 * by), at(0)]];
    case "push":
      return [
        [at(100 * by), at(0)],
        [at(0), at(-100 * by)],
      ];
    case "cube":
      return [
        [turned(100 * by, 60 * by), turned(0, 0)],
        [turned(0, 0), turned(-100 * by, -60 * by)],
      ];
    default:
      return [];
  }
}

/** Animates a slide into the place of another, which is shown below it. Returns the animations. */
export function shift(kind, before, after, by) {
  const timing = { duration: 320, easing: "cubic-bezier(.2, .8, .2, 1)" };
  const [appears, leaves] = framesOf(kind, by);
  const animations = appears ? [after.animate(appears, timing)] : [];
  if (leaves) animations.push(before.animate(leaves, timing));
  return animations;
}
