// The export formats as menu entries.

import { t } from "./i18n";
import type { MenuItem } from "./menu-entries";

export type ExportFormat = "pdf" | "pptx" | "template" | "html" | "png" | "deck" | "json" | "print";

/**
 * The menu entries of all formats. `run` starts the export of one. With `hasTemplate`, the slides can be put on the layouts
 * of the PowerPoint file that the theme was made from.
 */
export function exportMenuEntries(run: (format: ExportFormat) => void, hasTemplate = false): MenuItem[] {
  const template: ExportFormat[] = hasTemplate ? ["template"] : [];
  const formats: ExportFormat[] = ["pdf", "pptx", ...template, "html", "png", "deck", "json", "print"];
  return formats.map((format) => ({
    label: t(`common.export.${format}`),
    hint: format === "print" ? undefined : t(`common.export.${format}.hint`),
    run: () => run(format),
  }));
}
