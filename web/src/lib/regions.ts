// The regions of a page that F6 moves between: elements with `data-region`, in document order. The focus goes to the
// element with `data-region-start` in a region, or to the first that can take it.

const FOCUSABLE = "a[href], button, input, select, textarea, [tabindex='0']";

/** Moves the focus to the next region that is visible and can take it; with Shift to the previous one. */
export function focusNextRegion(event: KeyboardEvent) {
  const regions = [...document.querySelectorAll<HTMLElement>("[data-region]")].filter(
    (region) => region.checkVisibility() && region.querySelector(FOCUSABLE),
  );
  const at = regions.findIndex((region) => region.contains(document.activeElement));
  const step = event.shiftKey ? regions.length - 1 : 1;
  const next = regions[at < 0 ? 0 : (at + step) % regions.length];
  const target =
    next?.querySelector<HTMLElement>("[data-region-start]") ?? next?.querySelector<HTMLElement>(FOCUSABLE);
  target?.focus();
}
