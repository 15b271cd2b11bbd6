// Swipes of one finger over the slide. Two fingers enlarge the page, and one finger moves an enlarged page.

/** The shortest swipe, in pixels. */
const SHORTEST = 48;

/**
 * Calls `browse` with 1 after a swipe to the left, and with -1 after one to the right; the other way round for slides
 * that are read from right to left.
 */
export function listenForSwipes(area: HTMLElement, browse: (by: 1 | -1) => void, rightToLeft = false) {
  let start: Touch | undefined;
  area.addEventListener(
    "touchstart",
    ({ touches }) => {
      const isEnlarged = (globalThis.visualViewport?.scale ?? 1) > 1.01;
      start = touches.length === 1 && !isEnlarged ? touches[0] : undefined;
    },
    { passive: true },
  );
  area.addEventListener(
    "touchend",
    ({ changedTouches: [end] }) => {
      if (!start || !end) return;
      const [across, down] = [end.clientX - start.clientX, end.clientY - start.clientY];
      if (Math.abs(across) > SHORTEST && Math.abs(across) > 2 * Math.abs(down))
        browse(across < 0 !== rightToLeft ? 1 : -1);
    },
    { passive: true },
  );
}
