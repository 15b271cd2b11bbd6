// A file made into a deck, and what was said about it.

import { upload } from "../lib/api";
import type { ImportedPresentation, Presentation, Slide } from "../lib/api-types";

export type Remark = { slide?: number | undefined; text: string };
export type Imported = { deck: Presentation; remarks: Remark[] };
export type Kind = "deck" | "json" | "md";

/** How a file is read, by its name; nothing for a kind that is not read. */
export function kindOf(name: string): Kind | undefined {
  const ending = name.toLowerCase().match(/\.(\w+)$/)?.[1];
  if (ending === "deck" || ending === "zip") return "deck";
  if (ending === "json") return "json";
  return ending === "md" || ending === "markdown" ? "md" : undefined;
}

const PLACES = {
  deck: { path: "/api/presentations/import/deck", type: "application/vnd.svc.deck" },
  json: { path: "/api/presentations/import/json", type: "application/json" },
  md: { path: "/api/presentations/import/markdown", type: "text/markdown; charset=utf-8" },
} as const;

/** Words for what was left out: `unknownType` has `{type}`, `picture` has `{ref}` and `{reason}`. */
export type Wording = {
  unknownType: (type: string) => string;
  picture: (ref: string, reason: string) => string;
};

/** Sends a file; throws what the server refuses. */
export async function importFile(
  file: File,
  kind: Kind,
  wording: Wording,
  options: { signal?: AbortSignal; progress?: (share: number) => void } = {},
): Promise<Imported> {
  const { path, type } = PLACES[kind];
  const answer = await upload(path, file, { ...options, type });
  return { deck: answer.presentation, remarks: remarksOn(answer, wording) };
}

/** What the server writes on the plain slide that keeps the text of a type it does not know. */
const STRANGER = /Slide type not available: `([^`]+)`/;

type Answer = Omit<ImportedPresentation, "presentation"> & {
  presentation: { slides: Pick<Slide, "content">[] };
};

/** What there is to say about an import: types that are not known here, pictures that were left out, the reader's own. */
export function remarksOn(
  { presentation, remarks = [], failedAssets = [] }: Answer,
  wording: Wording,
): Remark[] {
  const written = presentation.slides.map(({ content }) => JSON.stringify(content ?? null));
  const strangers = written.flatMap((text, index) => {
    const type = text.match(STRANGER)?.[1];
    return type ? [{ slide: index + 1, text: wording.unknownType(type) }] : [];
  });
  const pictures = failedAssets.map(({ ref, reason }) => {
    const at = written.findIndex((text) => text.includes(ref));
    return { slide: at < 0 ? undefined : at + 1, text: wording.picture(ref, reason) };
  });
  const all: Remark[] = [...strangers, ...pictures, ...remarks];
  return all.sort((a, b) => (a.slide ?? Infinity) - (b.slide ?? Infinity));
}
