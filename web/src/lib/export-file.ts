// A deck as a file: one click, one file. It comes with the first click.

import { ApiError, Offline } from "./api";
import { download } from "./download";
import type { ExportForm } from "./exports";
import { t } from "./i18n";
import { sentence } from "./sentence";
import { size } from "./time";
import { toast } from "./toasts.svelte";

const PATHS: Record<ExportForm, string> = {
  pdf: "pdf-slides.pdf",
  pptx: "pptx",
  html: "html",
  png: "png.zip",
  deck: "deck.zip",
  json: "json",
  print: "pdf",
};
const SLOW = 400;

function address(id: string, form: ExportForm, lang: string | undefined): string {
  const query = lang ? `?lang=${encodeURIComponent(lang)}` : "";
  return `/api/presentations/${encodeURIComponent(id)}/export/${PATHS[form]}${query}`;
}

/**
 * Saves a deck as a file and says its name and size. What takes longer says so and can be stopped. Answers whether the
 * file came.
 */
export async function exportDeck(id: string, form: ExportForm, lang?: string): Promise<boolean> {
  if (form === "print") {
    window.open(address(id, form, lang), "_blank");
    return true;
  }
  const stop = new AbortController();
  let done = () => {};
  const slow = setTimeout(() => {
    const action = { label: t("common.stop"), run: () => stop.abort() };
    done = toast({
      text: t("common.export.drawing", { form: t(`common.export.${form}`) }),
      action,
      ms: 600_000,
    });
  }, SLOW);
  try {
    const saved = await download(address(id, form, lang), { signal: stop.signal });
    toast({ text: t("common.export.done", { file: saved.name, size: size(saved.bytes) }) });
    return true;
  } catch (fault) {
    if (stop.signal.aborted) return false;
    const details =
      fault instanceof ApiError
        ? sentence(fault.details)
        : fault instanceof Offline
          ? t("common.needs.connection")
          : "";
    const again = { label: t("common.retry"), run: () => void exportDeck(id, form, lang) };
    toast({ text: t("common.export.failed", { details }).trim(), action: again, tone: "danger" });
    return false;
  } finally {
    clearTimeout(slow);
    done();
  }
}
