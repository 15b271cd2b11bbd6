// Changes of folders. Loaded when somebody has one, or makes the first.

import { api } from "../lib/api";
import type { DeckSummary } from "../lib/api-types";
import { t } from "../lib/i18n";
import { toast } from "../lib/toasts.svelte";
import type { DeckList } from "./deck-list.svelte";

/** Moves decks into a folder and confirms it in a toast. Without a folder, moves them out of theirs. */
export async function moveDecks(list: DeckList, folder: string | undefined, decks: readonly DeckSummary[]) {
  const path = "/api/presentations/{id}/folder";
  const title = decks[0]?.title ?? "";
  try {
    for (const { id } of decks)
      await (folder ? api.put(path, { id, body: { name: folder } }) : api.delete(path, { id }));
    if (folder)
      toast({
        text:
          decks.length > 1
            ? t("decks.folder.moved.many", { n: decks.length, folder })
            : t("decks.folder.moved", { title, folder }),
      });
  } catch (fault) {
    list.showError(fault);
  }
  await list.load(list.items.length);
}

/** Renames a folder; without a new name, removes it. Its decks are not deleted. */
export async function renameFolder(list: DeckList, folder: string, name: string | undefined) {
  const path = "/api/folders/{name}";
  try {
    await (name ? api.put(path, { name: folder, body: { name } }) : api.delete(path, { name: folder }));
    await list.setQuery({ folder: name ?? "" });
  } catch (fault) {
    list.showError(fault);
  }
}
