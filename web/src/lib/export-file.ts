// Exports a deck as a file. Loaded with the first export.

import { loadChunk } from "./chunks";
import { download } from "./download";
import { showFailure } from "./export-failure";
import type { ExportFormat, FileFormat } from "./export-menu";
import { t } from "./i18n";
import { size } from "./time";
import { changingToast, toast } from "./toasts.svelte";
import "./load-export-texts";

const PATHS: Record<FileFormat, string> = {
  pdf: "pdf-slides.pdf",
  pptx: "pptx",
  template: "pptx?template=1",
  html: "html",
  png: "png.zip",
  deck: "deck.zip",
  json: "json",
  print: "pdf",
};
/** Milliseconds after which a message says that the export is being made. */
const SLOW_AFTER = 400;
/** Seconds after which the message counts them. */
const COUNTED_FROM = 3;
/** The share of a file above which the message shows how much has been received. */
const MIN_SHARE = 0.02;

type Choices = Record<string, string>;

/** The address of a deck in a format. */
export function exportUrl(
  id: string,
  format: FileFormat,
  lang: string | undefined,
  choices: Choices,
): string {
  const path = PATHS[format];
  const query = new URLSearchParams({ ...choices, ...(lang ? { lang } : {}) }).toString();
  const joint = path.includes("?") ? "&" : "?";
  return `/api/presentations/${encodeURIComponent(id)}/export/${path}${query && joint + query}`;
}

/**
 * Downloads a deck as a file and shows its name and size. A slow export shows what is drawn and for how long, then how
 * much of the file has been received, and can be stopped. Returns whether the file was saved. `choices` are parameters
 * of the request; `slideCount` is the number of slides of the deck.
 */
export async function exportDeck(
  id: string,
  format: ExportFormat,
  lang?: string,
  choices: Choices = {},
  slideCount?: number,
): Promise<boolean> {
  if (format === "video") {
    const { exportVideo } = await loadChunk(() => import("./export-video"));
    return exportVideo(id, lang, choices);
  }
  if (format === "print") {
    window.open(exportUrl(id, format, lang, choices), "_blank");
    return true;
  }
  const stop = new AbortController();
  const form = t(`common.export.${format}`);
  const begun = Date.now();
  let received = 0;
  let done = () => {};
  const slow = setTimeout(() => {
    const text = () => {
      if (received > MIN_SHARE) return t("export.received", { form, percent: Math.floor(received * 100) });
      const drawing =
        slideCount === undefined
          ? t("common.export.drawing", { form })
          : t("export.drawing", { form, n: slideCount });
      const seconds = Math.floor((Date.now() - begun) / 1000);
      return seconds < COUNTED_FROM ? drawing : t("export.since", { drawing, seconds });
    };
    const action = { label: t("common.stop"), run: () => stop.abort() };
    const shown = changingToast({ text: text(), action, ms: 600_000 });
    const clock = setInterval(() => shown.say(text()), 1000);
    done = () => {
      clearInterval(clock);
      shown.end();
    };
  }, SLOW_AFTER);
  try {
    const progress = (share: number) => (received = share);
    const saved = await download(exportUrl(id, format, lang, choices), { signal: stop.signal, progress });
    toast({ text: t("common.export.done", { file: saved.name, size: size(saved.bytes) }) });
    return true;
  } catch (fault) {
    if (stop.signal.aborted) return false;
    showFailure(fault, () => void exportDeck(id, format, lang, choices, slideCount));
    return false;
  } finally {
    clearTimeout(slow);
    done();
  }
}
