// Opens a deck: what the server has of it, and what this browser kept of it.

import { api } from "../../lib/api";
import type { Edit } from "../../lib/api-types";
import { knowMe, loadMe } from "../../lib/me.svelte";
import { Editor } from "./editor.svelte";
import { newId } from "../../lib/ids";
import { brought } from "./opened";
import { holdClient, Shelf, type Kept } from "./shelf";
import { emptyOutbox } from "./sync";

const SESSION = "lectern.client.";

export async function open(id: string): Promise<Editor> {
  const here = brought(id);
  if (here) knowMe(here.me);
  const [{ presentation: deck }, catalogue, { themes }, me, shelf, client] = await Promise.all([
    here ?? api.get("/api/presentations/{id}", { id }),
    api.get("/api/slide-types"),
    here ?? api.get("/api/themes"),
    loadMe(),
    Shelf.open(id),
    ownClient(id),
  ]);
  const kept = await shelf?.of(client);
  const strays = (await shelf?.strays(client)) ?? [];
  const outbox = kept?.outbox ?? emptyOutbox(client);
  for (const stray of strays) {
    if (!(await delivered(id, stray))) continue;
    outbox.held.push(...stray.outbox.held);
    await shelf?.drop(stray.client);
  }
  const { presentation: newest } =
    strays.length > 0 ? await api.get("/api/presentations/{id}", { id }) : { presentation: deck };
  const withdrawn = here?.withdrawn ?? {};
  const drawn = newest === here?.presentation ? here.drawn : null;
  return new Editor({ deck: newest, catalogue, withdrawn, themes, me, outbox, kept, shelf, drawn });
}

/** Edits of a deck that this browser holds and the server never got. */
export async function unsent(id: string): Promise<Edit[]> {
  const shelf = await Shelf.open(id);
  const kept = (await shelf?.all()) ?? [];
  return kept.flatMap(({ outbox }) => [
    ...(outbox.flight?.edits ?? []),
    ...outbox.pending,
    ...outbox.held.map(({ edit }) => edit),
  ]);
}

/** The name of this tab's queue: the same after a reload, another in a copy of the tab. */
async function ownClient(id: string): Promise<string> {
  const before = sessionStorage.getItem(SESSION + id);
  // After a reload the page before may hold the name for a moment longer; a copy of the tab holds it for good.
  for (let tries = 0; before && tries < 3; tries += 1) {
    if (await holdClient(before)) return before;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const client = newId();
  sessionStorage.setItem(SESSION + id, client);
  await holdClient(client);
  return client;
}

/** Sends what a closed tab left behind, under its own name, so that nothing is applied twice. */
async function delivered(id: string, { outbox }: Kept): Promise<boolean> {
  const base = outbox.flight?.base ?? 1;
  const batches = [outbox.flight];
  if (outbox.pending.length > 0)
    batches.push({ client: outbox.client, seq: outbox.seq + 1, base, edits: outbox.pending });
  try {
    for (const batch of batches) {
      if (!batch) continue;
      const answer = await api.post("/api/presentations/{id}/edits", { id, body: batch });
      for (const { index, reason, present } of answer.conflicts) {
        const edit = batch.edits[index];
        if (edit) outbox.held.push({ edit, reason, ...(present === undefined ? {} : { present }) });
      }
    }
    return true;
  } catch {
    return false;
  }
}
