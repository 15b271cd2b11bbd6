// The tooltip of a control. It repeats or extends the accessible name, and is never the only name.

const SHOW_DELAY = 500;
let label: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let owner: Element | undefined;

function hide() {
  clearTimeout(timer);
  owner = undefined;
  label?.remove();
}

function show(at: HTMLElement, text: string) {
  if (!label) {
    label = document.createElement("div");
    label.className = "tip";
    // Screen readers use the control's own name.
    label.setAttribute("aria-hidden", "true");
    // A key hides it: it must not cover what the user types or moves to.
    addEventListener("keydown", hide, true);
    addEventListener("scroll", hide, { capture: true, passive: true });
  }
  owner = at;
  label.textContent = text;
  document.body.append(label);
  const box = at.getBoundingClientRect();
  const size = label.getBoundingClientRect();
  const below = box.bottom + 8 + size.height < innerHeight;
  const left = Math.max(8, Math.min(innerWidth - size.width - 8, box.left + box.width / 2 - size.width / 2));
  label.style.left = `${left}px`;
  label.style.top = `${below ? box.bottom + 8 : box.top - size.height - 8}px`;
}

/** Shows `text` at an element on hover and keyboard focus: `<button {@attach tooltip("Needs a connection")}>`. */
export function tooltip(text: string | undefined) {
  return (element: HTMLElement) => {
    if (!text) return;
    const showSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => show(element, text), SHOW_DELAY);
    };
    const showOnKeyFocus = () => element.matches(":focus-visible") && show(element, text);
    const events: [string, () => void][] = [
      ["pointerenter", showSoon],
      ["pointerleave", hide],
      ["pointerdown", hide],
      ["focus", showOnKeyFocus],
      ["blur", hide],
    ];
    for (const [name, listener] of events) element.addEventListener(name, listener);
    return () => {
      if (owner === element) hide();
      for (const [name, listener] of events) element.removeEventListener(name, listener);
    };
  };
}
