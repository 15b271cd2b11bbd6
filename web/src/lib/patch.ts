// Puts a new drawing in the place of an old one, touching only what differs, so that pictures and films stay.

/** Puts a drawing where the same slide was drawn before. False when there was none. */
export function patched(root: ShadowRoot, drawing: DocumentFragment): boolean {
  const fresh = drawing.querySelector(".slide");
  const old = root.querySelector(".slide");
  const [from, to] = [fresh?.querySelector(".canvas"), old?.querySelector(".canvas")];
  if (!fresh || !old || !from || !to || fresh.getAttribute("data-slide") !== old.getAttribute("data-slide"))
    return false;
  for (const { name, value } of fresh.attributes)
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  const known = new Map([...to.children].map((child) => [name(child), child]));
  let here: Element | null = to.firstElementChild;
  for (const child of [...from.children]) {
    const same = known.get(name(child));
    if (same?.isEqualNode(child)) {
      while (here && here !== same && !willStay(here, from)) here = dropped(here);
      if (here === same) here = here.nextElementSibling;
      else to.insertBefore(same, here);
    } else to.insertBefore(child, here);
  }
  while (here) here = dropped(here);
  return true;
}

const name = (element: Element) => element.getAttribute("data-node") ?? "";

function willStay(element: Element, from: Element): boolean {
  const same = [...from.children].find((child) => name(child) === name(element));
  return same?.isEqualNode(element) ?? false;
}

function dropped(element: Element): Element | null {
  const next = element.nextElementSibling;
  element.remove();
  return next;
}
