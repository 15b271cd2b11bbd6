// Hands a file from one page to the next: a file that was dropped on the deck list belongs to a deck, whose editor
// opens then.

import { openDB } from "idb";

/** Milliseconds after which a file that no page took is deleted. */
const LIFETIME = 60_000;

type HandedFile = { deckId: string; file: File; at: number };

const database = () =>
  openDB<{ files: { key: string; value: HandedFile } }>("lectern-handed", 1, {
    upgrade: (database) => void database.createObjectStore("files", { keyPath: "deckId" }),
  });

/** Hands a file to the editor of a deck. Throws where the browser stores nothing. */
export async function handFile(deckId: string, file: File): Promise<void> {
  const open = await database();
  await open.put("files", { deckId, file, at: Date.now() });
  open.close();
}

/** Takes the file that was handed to the editor of a deck, if there is one. It can be taken once. */
export async function takeFile(deckId: string): Promise<File | undefined> {
  try {
    const open = await database();
    const handed = await open.get("files", deckId);
    await open.clear("files");
    open.close();
    return handed && Date.now() - handed.at < LIFETIME ? handed.file : undefined;
  } catch {
    return undefined;
  }
}
