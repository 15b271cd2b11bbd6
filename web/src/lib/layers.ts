// Where menus and popovers are put: above everything, and still in a part of the page that has a name.

import { t } from "./i18n";

let place: HTMLElement | undefined;

/** The element that holds what floats; made when first asked for. */
export function layers(): HTMLElement {
  if (!place) {
    place = document.createElement("section");
    place.setAttribute("aria-label", t("common.layers"));
    document.body.append(place);
  }
  return place;
}
