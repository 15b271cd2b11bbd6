// The deck as a file, from the editor: with the last letter typed, and with a word about what did not fit.

import { exportDeck } from "../../lib/export-file";
import type { ExportForm } from "../../lib/exports";
import { t } from "../../lib/i18n";
import { toast } from "../../lib/toasts.svelte";
import { cutTexts } from "../slide-hints";
import type { Editor } from "../store/editor.svelte";
import "./export-words";

/** What holds every language has no use for a choice of one. */
const isWhole = (form: ExportForm) => form === "deck" || form === "json";

/** Saves the deck as a file in a language. */
export async function exportFrom(store: Editor, form: ExportForm, language: string) {
  try {
    await store.flush();
  } catch {
    toast({ text: t("export.unsent"), tone: "danger" });
    return;
  }
  const came = await exportDeck(store.id, form, isWhole(form) ? undefined : language);
  const cut = cutTexts(store);
  const first = cut[0];
  if (!came || !first || isWhole(form)) return;
  const run = () => store.select(first.slideId, { field: first.field });
  toast({ text: t("export.cut", { n: cut.length }), action: { label: t("export.show"), run } });
}
