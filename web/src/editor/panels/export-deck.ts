// The export from the editor: with all edits sent, and a message about texts that did not fit.

import { exportDeck } from "../../lib/export-file";
import type { ExportFormat } from "../../lib/export-menu";
import { t } from "../../lib/i18n";
import { toast } from "../../lib/toasts.svelte";
import { cutTexts } from "../slide-hints";
import type { Editor } from "../store/editor.svelte";
import "../../lib/load-export-texts";

/** Formats that contain all languages need no choice. */
const hasAllLanguages = (format: ExportFormat) => format === "deck" || format === "json";

/** Exports the deck in a language. `choices` are parameters of the request: which slides, which pages. */
export async function exportFrom(
  store: Editor,
  format: ExportFormat,
  language: string,
  choices: Record<string, string> = {},
) {
  try {
    await store.flush();
  } catch {
    toast({ text: t("export.unsent"), tone: "danger" });
    return;
  }
  const lang = hasAllLanguages(format) ? undefined : language;
  const isSaved = await exportDeck(store.id, format, lang, choices, store.deck.slides.length);
  const cut = cutTexts(store);
  const first = cut[0];
  if (!isSaved || !first || hasAllLanguages(format)) return;
  const run = () => store.select(first.slideId, { field: first.field });
  toast({ text: t("export.cut", { n: cut.length }), action: { label: t("export.show"), run } });
}
