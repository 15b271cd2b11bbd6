// Touch on a slide: a tap on the right goes forward, a tap on the left back. A swipe changes the slide, a pinch opens
// the overview, and two fingers that are held are the laser. Links, buttons and videos take precedence.

import type { Point } from "./channel";
import type { Action } from "./keys";
import { pointOn } from "./stage";

/** The minimum distances of a swipe and of a pinch, in pixels. */
const SWIPE = 48;
const PINCH = 40;
/** Two fingers that are held for so many milliseconds are the laser. */
const HOLD = 350;

type TouchListeners = {
  act: (action: Action) => void;
  point: (at: Point | undefined) => void;
  rightToLeft: () => boolean;
};

/** The distance of two fingers; 0 without two. */
const distance = (touches: TouchList) => {
  const [one, two] = [touches[0], touches[1]];
  return one && two ? Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY) : 0;
};

const isControl = (event: Event) =>
  event
    .composedPath()
    .some((at) => at instanceof Element && at.matches("a[href], button, video, audio, iframe, input"));

/** Listens for clicks and touches in an area with a slide, `frame`. Returns a function that stops listening. */
export function listenForTouches(
  area: HTMLElement,
  frame: HTMLElement,
  { act, point, rightToLeft }: TouchListeners,
): () => void {
  let start: { x: number; y: number } | undefined;
  let startDistance = 0;
  let holding: ReturnType<typeof setTimeout> | undefined;
  let pointing = false;
  let moved = false;

  const middle = (touches: TouchList) => {
    const [one, two] = [touches[0], touches[1]];
    if (!one || !two) return undefined;
    return pointOn(frame, {
      clientX: (one.clientX + two.clientX) / 2,
      clientY: (one.clientY + two.clientY) / 2,
    });
  };

  const down = (event: TouchEvent) => {
    const [one] = event.touches;
    moved = event.touches.length > 1;
    start = one && event.touches.length === 1 ? { x: one.clientX, y: one.clientY } : undefined;
    startDistance = distance(event.touches);
    clearTimeout(holding);
    if (event.touches.length === 2) holding = setTimeout(() => (pointing = true), HOLD);
  };
  const move = (event: TouchEvent) => {
    if (event.touches.length !== 2) return;
    if (pointing) return point(middle(event.touches));
    if (startDistance - distance(event.touches) > PINCH) {
      clearTimeout(holding);
      startDistance = 0;
      act("overview");
    }
  };
  const stopPointing = () => {
    if (!pointing) return;
    pointing = false;
    point(undefined);
  };
  const up = (event: TouchEvent) => {
    clearTimeout(holding);
    if (event.touches.length < 2) stopPointing();
    const [end] = event.changedTouches;
    if (!start || !end || event.touches.length) return;
    const [dx, dy] = [end.clientX - start.x, end.clientY - start.y];
    start = undefined;
    if (Math.abs(dx) < SWIPE || Math.abs(dx) < 2 * Math.abs(dy)) return;
    moved = true;
    act(dx < 0 !== rightToLeft() ? "next" : "back");
  };
  /** The system took the touch over, for a call or a gesture of its own. */
  const cancel = () => {
    clearTimeout(holding);
    start = undefined;
    stopPointing();
  };
  // A click comes from mouse, pen or tap; after a swipe or with two fingers it is ignored.
  const click = (event: MouseEvent) => {
    const wasMoved = moved;
    moved = false;
    if (wasMoved || isControl(event) || event.button !== 0) return;
    const box = area.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
    const isBack = isTouch && (rightToLeft() ? share > 0.7 : share < 0.3);
    act(isBack ? "back" : "next");
  };

  area.addEventListener("touchstart", down, { passive: true });
  area.addEventListener("touchmove", move, { passive: true });
  area.addEventListener("touchend", up, { passive: true });
  area.addEventListener("touchcancel", cancel);
  area.addEventListener("click", click);
  return () => {
    clearTimeout(holding);
    area.removeEventListener("touchstart", down);
    area.removeEventListener("touchmove", move);
    area.removeEventListener("touchend", up);
    area.removeEventListener("touchcancel", cancel);
    area.removeEventListener("click", click);
  };
}
