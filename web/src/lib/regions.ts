// The regions of a page that F6 moves between: elements with `data-region`, in order.

const FOCUSABLE = "a[href], button, input, select, textarea, [tabindex='0']";

/** Focuses the next region, or the previous one with Shift. */
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
