// The export formats as menu entries.

import { t } from "./i18n";
import type { MenuItem } from "./menu-entries";

export type ExportFormat = "pdf" | "pptx" | "html" | "png" | "deck" | "json" | "print";

/** The menu entries of all formats. `run` starts the export of one. */
export function exportMenuEntries(run: (format: ExportFormat) => void): MenuItem[] {
  const formats: ExportFormat[] = ["pdf", "pptx", "html", "png", "deck", "json", "print"];
  return formats.map((format) => ({
    label: t(`common.export.${format}`),
    hint: format === "print" ? undefined : t(`common.export.${format}.hint`),
    run: () => run(format),
  }));
}
