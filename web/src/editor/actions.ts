// Actions of the editor that several places share.

import { api } from "../lib/api";
import { t } from "../lib/i18n";
import { toast } from "../lib/toasts.svelte";
import { saveFeedback } from "./save-feedback.svelte";
import type { Editor } from "./store/editor.svelte";

/** Saves the deck and opens the presenter page. Offline, that page shows its cached state. */
export async function present(store: Editor, how: "here" | "start" | "rehearse") {
  store.endTextEdit();
  await store.saver.saveNow();
  const query = new URLSearchParams();
  const first = how === "start" ? store.deck.slides[0] : store.slide;
  if (first) query.set("slideId", first.id);
  if (how === "rehearse") query.set("rehearse", "1");
  if (store.language !== store.deck.language) query.set("lang", store.language);
  location.assign(`/present/${store.id}?${query.toString()}`);
}

/** Saves the deck, duplicates it and opens the copy. */
export async function duplicateAndOpen(store: Editor) {
  store.endTextEdit();
  try {
    await store.flush();
    const { presentation } = await api.post("/api/presentations/{id}/duplicate", { id: store.id });
    location.assign(`/app/${presentation.id}`);
  } catch {
    toast({ text: t("common.failed"), tone: "danger" });
  }
}

/** Ctrl+S: sends pending edits, and confirms where there were none. */
export async function saveNow(store: Editor) {
  const wasSaved = store.saver.state.is === "saved";
  await store.saver.saveNow();
  saveFeedback.count += 1;
  if (wasSaved) toast({ text: t("editor.save.already"), ms: 2500 });
}

/** Copies the URL of a slide. */
export async function copyLink(store: Editor, slideId: string) {
  const address = `${location.origin}/app/${store.id}?slideId=${encodeURIComponent(slideId)}`;
  try {
    await navigator.clipboard.writeText(address);
    toast({ text: t("editor.link.copied") });
  } catch {
    toast({ text: address, ms: 20_000 });
  }
}

/** Sets the tab's icon: a small slide in a colour. */
export function setTabIcon(colour: string) {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect y="2" width="16" height="12" rx="2.5" fill="${colour}"/><path d="M3 6h7M3 9.5h4.5" stroke="#fff" stroke-width="1.6" stroke-linecap="round"/></svg>`;
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link) link.href = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
}

/** Downloads edits that never reached the server. */
export function downloadEdits(edits: unknown) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(edits, null, 2)], { type: "application/json" }));
  link.download = "unsaved-changes.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
