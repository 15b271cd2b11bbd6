// The export formats as menu entries.

import { t } from "./i18n";
import { me } from "./me.svelte";
import type { MenuItem } from "./menu-entries";

export type ExportFormat = "pdf" | "pptx" | "template" | "html" | "png" | "video" | "deck" | "json" | "print";

/** Formats that one request returns. A video is a job. */
export type FileFormat = Exclude<ExportFormat, "video">;

/**
 * The menu entries of all formats. `run` starts the export of one. With `hasTemplate`, the slides can be put on the
 * layouts of the PowerPoint file that the theme was made from. Without the program that makes videos, their entry says
 * so.
 */
export function exportMenuEntries(run: (format: ExportFormat) => void, hasTemplate = false): MenuItem[] {
  const template: ExportFormat[] = hasTemplate ? ["template"] : [];
  const formats: ExportFormat[] = [
    "pdf",
    "pptx",
    ...template,
    "html",
    "png",
    "video",
    "deck",
    "json",
    "print",
  ];
  return formats.map((format) => ({
    label: t(`common.export.${format}`),
    hint: format === "print" ? undefined : t(`common.export.${format}.hint`),
    disabled:
      format === "video" && me()?.makesVideos === false ? t("common.export.video.missing") : undefined,
    run: () => run(format),
  }));
}
