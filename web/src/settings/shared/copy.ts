// Copies text, also over plain http, where pages have no clipboard.

import { t } from "../../lib/i18n";
import { toast } from "../../lib/toasts.svelte";

/** Copies a text and shows a message. */
export async function copy(text: string, message: string = t("common.copied")) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const box = document.createElement("textarea");
    box.value = text;
    box.setAttribute("aria-hidden", "true");
    box.style.position = "fixed";
    box.style.opacity = "0";
    // Inside an open dialog, which would otherwise take the focus back before the text is copied.
    (document.querySelector("[data-layer=modal]") ?? document.body).append(box);
    const before = document.activeElement;
    box.select();
    document.execCommand("copy");
    box.remove();
    if (before instanceof HTMLElement) before.focus();
  }
  toast({ text: message });
}
