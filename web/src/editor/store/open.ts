// Opens a deck: its state on the server, and the drafts in this browser.

import { api } from "../../lib/api";
import type { Edit } from "../../lib/api-types";
import { saveMailLanguage } from "../../lib/mail-language";
import { setMe, loadMe } from "../../lib/me.svelte";
import { Editor } from "./editor.svelte";
import { newId } from "../../lib/ids";
import { pageData } from "./page-data";
import { lockClient, DraftStorage, type TabDraft } from "./draft-storage";
import { emptyOutbox, isTextEdit } from "./sync";

const CLIENT_KEY = "lectern.client.";

/** Opens a deck in the editor. Throws the errors of `api`. */
export async function open(id: string): Promise<Editor> {
  const page = pageData(id);
  if (page) setMe(page.me);
  const [
    { presentation: deck },
    catalogue,
    { themes, thumbnailVersions },
    thumbnails,
    me,
    draftStorage,
    client,
  ] = await Promise.all([
    page ?? api.get("/api/presentations/{id}", { id }),
    api.get("/api/slide-types"),
    page ?? api.get("/api/themes"),
    page?.thumbnails ?? api.get("/api/presentations/{id}/thumbnails", { id }).catch(() => undefined),
    loadMe(),
    DraftStorage.open(id),
    tabClient(id),
  ]);
  saveMailLanguage(me);
  const draft = await draftStorage?.get(client);
  const abandoned = (await draftStorage?.abandoned(client)) ?? [];
  const outbox = draft?.outbox ?? emptyOutbox(client);
  for (const other of abandoned) {
    if (!(await sendAbandoned(id, other))) continue;
    outbox.held.push(...other.outbox.held);
    await draftStorage?.remove(other.client);
  }
  const { presentation: newest } =
    abandoned.length > 0 ? await api.get("/api/presentations/{id}", { id }) : { presentation: deck };
  // Tabs that were closed may have left texts that are drafts now. A reader has none.
  const drafts =
    page && abandoned.length === 0
      ? page.drafts
      : await api.get("/api/presentations/{id}/drafts", { id }).then(
          (answer) => answer.drafts,
          () => [],
        );
  const withdrawn = page?.withdrawn ?? {};
  const drawn = newest === page?.presentation ? page.drawn : null;
  return new Editor({
    deck: newest,
    catalogue,
    withdrawn,
    themes,
    thumbnailVersions,
    // Other hashes belong to the deck as it was before edits of closed tabs were sent.
    thumbnails: newest === deck ? thumbnails : undefined,
    me,
    outbox,
    drafts,
    draft,
    draftStorage,
    drawn,
  });
}

/** Edits of a deck that this browser stores and the server never received. */
export async function unsent(id: string): Promise<Edit[]> {
  const draftStorage = await DraftStorage.open(id);
  const drafts = (await draftStorage?.all()) ?? [];
  return drafts.flatMap(({ outbox }) => [
    ...(outbox.flight?.edits ?? []),
    ...outbox.pending,
    ...outbox.held.map(({ edit }) => edit),
  ]);
}

/**
 * Milliseconds to wait for the client id of the previous page of the tab. After a reload that page ends soon; the
 * original of a duplicated tab does not.
 */
const RELOAD_WAIT = 5000;
const DUPLICATE_WAIT = 1000;

/** The client id of this tab: the same after a reload, another in a duplicated tab. */
async function tabClient(id: string): Promise<string> {
  const previous = sessionStorage.getItem(CLIENT_KEY + id);
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const wait = navigation?.type === "reload" ? RELOAD_WAIT : DUPLICATE_WAIT;
  if (previous && (await lockClient(previous, wait))) return previous;
  const client = newId();
  sessionStorage.setItem(CLIENT_KEY + id, client);
  await lockClient(client, wait);
  return client;
}

/** Sends the edits of a closed tab under its client id, so that nothing is applied twice. */
async function sendAbandoned(id: string, { outbox }: TabDraft): Promise<boolean> {
  const base = outbox.flight?.base ?? 1;
  const batches = [outbox.flight];
  if (outbox.pending.length > 0)
    batches.push({ client: outbox.client, seq: outbox.seq + 1, base, edits: outbox.pending });
  try {
    for (const batch of batches) {
      if (!batch) continue;
      const answer = await api.post("/api/presentations/{id}/edits", {
        id,
        body: { ...batch, drafts: true },
      });
      for (const { index, reason, present } of answer.conflicts) {
        const edit = batch.edits[index];
        if (edit) outbox.held.push({ edit, reason, ...(present === undefined ? {} : { present }) });
      }
      for (const { index, details, drafted } of answer.refused) {
        const edit = batch.edits[index];
        if (edit && !drafted && isTextEdit(edit)) outbox.held.push({ edit, reason: "refused", details });
      }
    }
    return true;
  } catch {
    return false;
  }
}
