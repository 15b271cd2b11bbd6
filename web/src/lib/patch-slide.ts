// Replaces a drawing by a new one of the same slide, changing only differences, so that pictures and videos stay.

/** Patches a mounted slide. Returns false where another slide, or none, is mounted. */
export function patchSlide(root: ShadowRoot, drawing: DocumentFragment): boolean {
  const newSlide = drawing.querySelector(".slide");
  const oldSlide = root.querySelector(".slide");
  const [from, to] = [newSlide?.querySelector(".canvas"), oldSlide?.querySelector(".canvas")];
  if (
    !newSlide ||
    !oldSlide ||
    !from ||
    !to ||
    newSlide.getAttribute("data-slide") !== oldSlide.getAttribute("data-slide")
  )
    return false;
  for (const { nodeName, value } of newSlide.attributes)
    if (oldSlide.getAttribute(nodeName) !== value) oldSlide.setAttribute(nodeName, value);
  for (const { nodeName } of [...oldSlide.attributes])
    if (!newSlide.hasAttribute(nodeName)) oldSlide.removeAttribute(nodeName);
  const oldNodes = new Map([...to.children].map((child) => [nodeName(child), child]));
  let current: Element | null = to.firstElementChild;
  for (const child of [...from.children]) {
    const unchanged = oldNodes.get(nodeName(child));
    if (unchanged?.isEqualNode(child)) {
      while (current && current !== unchanged && !isKept(current, from)) current = removeAndNext(current);
      if (current === unchanged) current = current.nextElementSibling;
      else to.insertBefore(unchanged, current);
    } else to.insertBefore(child, current);
  }
  while (current) current = removeAndNext(current);
  return true;
}

const nodeName = (element: Element) => element.getAttribute("data-node") ?? "";

function isKept(element: Element, from: Element): boolean {
  const unchanged = [...from.children].find((child) => nodeName(child) === nodeName(element));
  return unchanged?.isEqualNode(element) ?? false;
}

function removeAndNext(element: Element): Element | null {
  const next = element.nextElementSibling;
  element.remove();
  return next;
}
