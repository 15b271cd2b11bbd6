// Exports several decks as one zip archive. Loaded with the first such export.

import "../lib/load-export-texts";
import { call, Offline } from "../lib/api";
import type { DeckSummary } from "../lib/api-types";
import { fileName, save } from "../lib/download";
import { exportUrl } from "../lib/export-file";
import type { FileFormat } from "../lib/export-menu";
import { t } from "../lib/i18n";
import { size } from "../lib/time";
import { toast } from "../lib/toasts.svelte";
import { freeName, zip, type ZipEntry } from "../lib/zip";

export interface ExportProgress {
  text: string;
  done: number;
  count: number;
}

/**
 * Downloads decks in a format, one after the other, and saves them as one archive. A deck that fails is named, and the
 * others are saved. An export that is stopped saves nothing.
 */
export async function exportDecks(
  decks: readonly DeckSummary[],
  format: FileFormat,
  signal: AbortSignal,
  progress: (now: ExportProgress) => void,
) {
  const files: ZipEntry[] = [];
  const failed: string[] = [];
  const names = new Set<string>();
  for (const [at, { id, title }] of decks.entries()) {
    const text = t("export.many.progress", { n: at + 1, count: decks.length, title });
    progress({ text, done: at, count: decks.length });
    try {
      const response = await call("GET", exportUrl(id, format, undefined, {}), { signal });
      const own = fileName(response.headers.get("content-disposition")) ?? title;
      const name = freeName(own, names);
      names.add(name.toLowerCase());
      files.push({ name, content: await response.blob() });
    } catch (fault) {
      if (signal.aborted) {
        toast({ text: t("export.many.stopped") });
        return;
      }
      failed.push(title);
      if (fault instanceof Offline) {
        toast({ text: t("common.needs.connection"), tone: "danger" });
        return;
      }
    }
  }
  if (files.length > 0) {
    const name = `${t("export.many.file")} ${today()}.zip`;
    const archive = await zip(files);
    save(name, archive);
    toast({ text: t("common.export.done", { file: name, size: size(archive.size) }) });
  }
  if (failed.length > 0)
    toast({
      text: t("export.many.failed", { n: failed.length, titles: failed.join(", ") }),
      tone: "danger",
      ms: 20_000,
    });
}

/** The local day of the user, such as `2026-03-09`. */
function today(): string {
  const now = new Date();
  const digits = (number: number) => String(number).padStart(2, "0");
  return [now.getFullYear(), digits(now.getMonth() + 1), digits(now.getDate())].join("-");
}
