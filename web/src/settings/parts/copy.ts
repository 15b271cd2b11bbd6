// Copying, also over plain http, where browsers have no clipboard for pages.

import { t } from "../../lib/i18n";
import { toast } from "../../lib/toasts.svelte";

/** Copies a text and says so, in the given words or the usual ones. */
export async function copy(text: string, said: string = t("common.copied")) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const box = document.createElement("textarea");
    box.value = text;
    box.setAttribute("aria-hidden", "true");
    box.style.position = "fixed";
    box.style.opacity = "0";
    // Inside an open dialog: elsewhere the focus would be taken back before anything is copied.
    (document.querySelector("[data-layer=modal]") ?? document.body).append(box);
    const before = document.activeElement;
    box.select();
    document.execCommand("copy");
    box.remove();
    if (before instanceof HTMLElement) before.focus();
  }
  toast({ text: said });
}
