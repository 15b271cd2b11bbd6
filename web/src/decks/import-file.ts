// The import of a file as a deck, with remarks on what was not imported as it is.

import { upload } from "../lib/api";
import type { Deck, ImportedDeck, RemarkedDeck, Slide } from "../lib/api-types";

export type Remark = { slide?: number | undefined; text: string };
export type ImportResult = { deck: Deck; remarks: Remark[] };
export type ImportFormat = "deck" | "json" | "md";

/** The format of a file by its name; undefined for one that cannot be imported. */
export function formatOf(name: string): ImportFormat | undefined {
  const extension = name.toLowerCase().match(/\.(\w+)$/)?.[1];
  if (extension === "deck" || extension === "zip") return "deck";
  if (extension === "json") return "json";
  return extension === "md" || extension === "markdown" ? "md" : undefined;
}

const IMPORTS = {
  deck: { path: "/api/presentations/import/deck", type: "application/vnd.svc.deck" },
  json: { path: "/api/presentations/import/json", type: "application/json" },
  md: { path: "/api/presentations/import/markdown", type: "text/markdown; charset=utf-8" },
} as const;

/** Texts of remarks, in the language of the interface. */
export type RemarkTexts = {
  unknownType: (type: string) => string;
  picture: (ref: string, reason: string) => string;
};

/** Uploads a file and imports it. Throws where the server rejects it. */
export async function importFile(
  file: File,
  format: ImportFormat,
  wording: RemarkTexts,
  options: { signal?: AbortSignal; progress?: (share: number) => void } = {},
): Promise<ImportResult> {
  const { path, type } = IMPORTS[format];
  const answer = await upload(path, file, { ...options, type });
  return { deck: answer.presentation, remarks: importRemarks(answer, wording) };
}

/** The text that the server puts on a slide whose type it does not know. */
const UNKNOWN_TYPE = /Slide type not available: `([^`]+)`/;

type ImportAnswer = Omit<ImportedDeck & RemarkedDeck, "presentation"> & {
  presentation: { slides: Pick<Slide, "content">[] };
};

/** All remarks on an import: unknown slide types, pictures that were left out, and remarks of the server. */
export function importRemarks(
  { presentation, remarks = [], failedAssets = [] }: ImportAnswer,
  wording: RemarkTexts,
): Remark[] {
  const contents = presentation.slides.map(({ content }) => JSON.stringify(content ?? null));
  const unknownTypes = contents.flatMap((text, index) => {
    const type = text.match(UNKNOWN_TYPE)?.[1];
    return type ? [{ slide: index + 1, text: wording.unknownType(type) }] : [];
  });
  const pictures = failedAssets.map(({ ref, reason }) => {
    const at = contents.findIndex((text) => text.includes(ref));
    return { slide: at < 0 ? undefined : at + 1, text: wording.picture(ref, reason) };
  });
  const all: Remark[] = [...unknownTypes, ...pictures, ...remarks];
  return all.sort((a, b) => (a.slide ?? Infinity) - (b.slide ?? Infinity));
}
