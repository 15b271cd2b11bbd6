// The import of a file as a deck, with remarks on what was not imported as it is.

import { upload } from "../lib/api";
import type { ConvertedDeck, Deck, ImportedDeck, ImportedItem, RemarkedDeck, Slide } from "../lib/api-types";
import { loadChunk } from "../lib/chunks";
import type { ImportFormat } from "./file-kinds";

export type Remark = { slide?: number | undefined; text: string };
export type ImportResult = { deck: Deck; remarks: Remark[] };

const IMPORTS = {
  deck: { path: "/api/presentations/import/deck", type: "application/vnd.svc.deck" },
  json: { path: "/api/presentations/import/json", type: "application/json" },
  md: { path: "/api/presentations/import/markdown", type: "text/markdown; charset=utf-8" },
  pptx: {
    path: "/api/presentations/import/pptx",
    type: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  },
} as const;

/** Texts of remarks, in the language of the interface. */
export type RemarkTexts = {
  unknownType: (type: string) => string;
  picture: (ref: string, reason: string) => string;
  inNotes: (name: string) => string;
};

/** Uploads a file and imports it. Throws where the server rejects it. */
export async function importFile(
  file: File,
  format: ImportFormat,
  wording: RemarkTexts,
  options: { signal?: AbortSignal; progress?: (share: number) => void } = {},
): Promise<ImportResult> {
  // The dialog may have been closed while the file was examined.
  options.signal?.throwIfAborted();
  const { path, type } = IMPORTS[format];
  const answer = await upload(path, file, { ...options, type, query: { name: file.name } });
  return { deck: answer.presentation, remarks: await importRemarks(answer, wording) };
}

/** The text that the server puts on a slide whose type it does not know. */
const UNKNOWN_TYPE = /Slide type not available: `([^`]+)`/;

type ImportAnswer = Omit<ImportedDeck & RemarkedDeck & Partial<ConvertedDeck>, "presentation"> & {
  presentation: { slides: Pick<Slide, "content">[] };
};

/**
 * All remarks on an import: unknown slide types, pictures that were left out, remarks of the server, and the parts of a
 * PowerPoint file that are lost, changed or in the notes.
 */
export async function importRemarks(
  { presentation, remarks = [], failedAssets = [], report }: ImportAnswer,
  wording: RemarkTexts,
): Promise<Remark[]> {
  const { importText, itemText } = await loadChunk(() => import("../lib/import-remarks"));
  const contents = presentation.slides.map(({ content }) => JSON.stringify(content ?? null));
  const unknownTypes = contents.flatMap((text, index) => {
    const type = text.match(UNKNOWN_TYPE)?.[1];
    return type ? [{ slide: index + 1, text: wording.unknownType(type) }] : [];
  });
  const pictures = failedAssets.map(({ ref, reason, remark }) => {
    const at = contents.findIndex((text) => text.includes(ref));
    return { slide: at < 0 ? undefined : at + 1, text: wording.picture(ref, importText(remark, reason)) };
  });
  const listed = (slide: number | undefined, items: ImportedItem[]) =>
    items
      .filter(({ fate }) => fate !== "field" && fate !== "dropped")
      .map((item) => ({ slide, text: item.fate === "notes" ? wording.inNotes(item.name) : itemText(item) }));
  const slides = report?.slides ?? [];
  const converted = [
    ...slides.flatMap(({ slide, items }) => listed(slide, items)),
    ...listed(undefined, report?.others ?? []),
  ];
  const said = remarks.map(({ slide, text, remark }) => ({ slide, text: importText(remark, text) }));
  const all: Remark[] = [...unknownTypes, ...pictures, ...said, ...converted];
  return all.sort((a, b) => (a.slide ?? Infinity) - (b.slide ?? Infinity));
}
