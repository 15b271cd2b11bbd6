// The container of menus and popovers: above everything, in a named region of the page.

import { t } from "./i18n";

let root: HTMLElement | undefined;

/** The container, created on first use. */
export function overlayRoot(): HTMLElement {
  if (!root) {
    root = document.createElement("section");
    root.setAttribute("aria-label", t("common.layers"));
    document.body.append(root);
  }
  return root;
}
