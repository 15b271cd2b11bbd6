// The parts of a page that F6 walks: whatever carries `data-region`, in order.

const STOPS = "a[href], button, input, select, textarea, [tabindex='0']";

/** Goes to the next region, or with Shift to the one before. */
export function walkRegions(event: KeyboardEvent) {
  const regions = [...document.querySelectorAll<HTMLElement>("[data-region]")].filter(
    (region) => region.checkVisibility() && region.querySelector(STOPS),
  );
  const at = regions.findIndex((region) => region.contains(document.activeElement));
  const step = event.shiftKey ? regions.length - 1 : 1;
  const to = regions[at < 0 ? 0 : (at + step) % regions.length];
  const stop = to?.querySelector<HTMLElement>("[data-region-start]") ?? to?.querySelector<HTMLElement>(STOPS);
  stop?.focus();
}
