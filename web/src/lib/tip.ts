// The small dark label at a control. It repeats or adds to a name, and never holds the only one.

const REST = 500;
let label: HTMLElement | undefined;
let waiting: ReturnType<typeof setTimeout> | undefined;
let owner: Element | undefined;

function hide() {
  clearTimeout(waiting);
  owner = undefined;
  label?.remove();
}

function show(at: HTMLElement, text: string) {
  if (!label) {
    label = document.createElement("div");
    label.className = "tip";
    // Screen readers have it from the control itself.
    label.setAttribute("aria-hidden", "true");
    addEventListener("keydown", (event) => event.key === "Escape" && hide(), true);
    addEventListener("scroll", hide, { capture: true, passive: true });
  }
  owner = at;
  label.textContent = text;
  document.body.append(label);
  const box = at.getBoundingClientRect();
  const own = label.getBoundingClientRect();
  const below = box.bottom + 8 + own.height < innerHeight;
  const left = Math.max(8, Math.min(innerWidth - own.width - 8, box.left + box.width / 2 - own.width / 2));
  label.style.left = `${left}px`;
  label.style.top = `${below ? box.bottom + 8 : box.top - own.height - 8}px`;
}

/** Shows `text` at an element on hover and on focus by key: `<button {@attach tip("Needs a connection")}>`. */
export function tip(text: string | undefined) {
  return (element: HTMLElement) => {
    if (!text) return;
    const soon = () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => show(element, text), REST);
    };
    const focused = () => element.matches(":focus-visible") && show(element, text);
    const events: [string, () => void][] = [
      ["pointerenter", soon],
      ["pointerleave", hide],
      ["pointerdown", hide],
      ["focus", focused],
      ["blur", hide],
    ];
    for (const [name, listener] of events) element.addEventListener(name, listener);
    return () => {
      if (owner === element) hide();
      for (const [name, listener] of events) element.removeEventListener(name, listener);
    };
  };
}
