// The files a deck can be had as, for menus.

import { t } from "./i18n";
import type { MenuItem } from "./menu";

export type ExportForm = "pdf" | "pptx" | "html" | "png" | "deck" | "json" | "print";

/** All forms, as entries of a menu. `run` does something else than saving at once, such as sending edits first. */
export function exportEntries(run: (form: ExportForm) => void): MenuItem[] {
  const forms: ExportForm[] = ["pdf", "pptx", "html", "png", "deck", "json", "print"];
  return forms.map((form) => ({
    label: t(`common.export.${form}`),
    hint: form === "print" ? undefined : t(`common.export.${form}.hint`),
    run: () => run(form),
  }));
}
