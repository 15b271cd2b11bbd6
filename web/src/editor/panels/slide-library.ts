// Inserts, links, updates and unlinks slides of the library in a deck.

import { api } from "../../lib/api";
import type { LibrarySlide, Slide } from "../../lib/api-types";
import { t } from "../../lib/i18n";
import { newId } from "../../lib/ids";
import { toast } from "../../lib/toasts.svelte";
import type { EditorStore } from "../panel-types";

/** The tags in a text that separates them by commas: in lower case, each once. */
export function tagsOf(text: string): string[] {
  const tags = text.split(",").map((tag) => tag.trim().toLowerCase());
  return [...new Set(tags.filter(Boolean))];
}

/** The URL of the picture of a library slide in the theme of the deck. */
export function pictureOf(
  store: EditorStore,
  { id, revision }: { id: string; revision: number },
  width: number,
) {
  const theme = encodeURIComponent(store.deck.theme);
  const version = `${revision}-${store.thumbnailVersions[store.deck.theme] ?? ""}`;
  return `/api/slide-library/${encodeURIComponent(id)}/thumb.png?theme=${theme}&w=${width}&v=${version}`;
}

const undoAction = (store: EditorStore) => ({ label: t("common.undo"), run: store.undoOfLastStep() });

/** Inserts a slide of the library below the selection. */
export async function insertFromLibrary(store: EditorStore, librarySlide: LibrarySlide, isLinked: boolean) {
  const { slide } = await api.get("/api/presentations/{id}/library/{library}", {
    id: store.deck.id,
    library: librarySlide.id,
    query: { linked: isLinked ? 1 : 0 },
  });
  store.library.note(librarySlide.id, librarySlide);
  store.insert([{ ...slide, id: newId() }], t("panels.slides.step.insert"));
  toast({ text: t("panels.slides.inserted", { name: librarySlide.name }), action: undoAction(store) });
}

/** Replaces a linked slide by the newest revision, as one step to undo. */
export async function takeUpdate(store: EditorStore, slide: Slide) {
  if (!slide.library) return;
  // The server merges the update with the stored slide, so pending edits must be saved first.
  await store.flush();
  const taken = await api.get("/api/presentations/{id}/library/{library}", {
    id: store.deck.id,
    library: slide.library.id,
    query: { replaces: slide.id, linked: 1 },
  });
  const { id, ...value } = taken.slide;
  store.edit([{ op: "set", slideId: id, path: "", value }], t("panels.slides.step.update"));
  toast({ text: t("panels.slides.updated"), action: undoAction(store) });
}

/** Ends the link of a slide; its content stays. */
export function unlink(store: EditorStore, slide: Slide) {
  store.edit(
    [{ op: "set", slideId: slide.id, path: "library", value: null }],
    t("panels.slides.step.unlink"),
  );
  toast({ text: t("panels.slides.unlinked"), action: undoAction(store) });
}

/** Links a slide with a library slide that has the same content. */
export function link(store: EditorStore, slideId: string, librarySlide: LibrarySlide) {
  const { id, revision } = librarySlide;
  store.library.note(id, librarySlide);
  const value = { id, revision };
  store.edit([{ op: "set", slideId, path: "library", value }], t("panels.slides.step.link"));
}
