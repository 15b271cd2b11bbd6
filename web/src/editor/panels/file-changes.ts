// The changes of a PowerPoint file in the deck that it was exported from. Sends those that a person accepts.

import { call, urlOf } from "../../lib/api";
import type { BroughtBack, FileChange, FileChanges } from "../../lib/api-types";

const PATH = "/api/presentations/{id}/import/pptx";

/** Compares a file with a deck. Nothing is written. */
export async function changesOf(id: string, file: File): Promise<FileChanges> {
  const response = await call("POST", urlOf(PATH, { id }), { body: file });
  return response.json() as Promise<FileChanges>;
}

/** Applies the changes with these ids to the revision that the file was compared with. */
export async function applyChanges(
  id: string,
  file: File,
  ids: string[],
  revision: number,
): Promise<BroughtBack> {
  const body = new FormData();
  body.append("accept", JSON.stringify(ids));
  body.append("file", file);
  const response = await call("POST", urlOf(PATH, { id }), { body, ifMatch: revision });
  return response.json() as Promise<BroughtBack>;
}

export type SlideChanges = { key: string; source: number | undefined; title: string; changes: FileChange[] };

/**
 * Groups changes by slide of the file, in their order. A slide that the file no longer has is a group of its
 * own.
 */
export function bySlide(changes: FileChange[]): SlideChanges[] {
  const groups = new Map<string, SlideChanges>();
  for (const change of changes) {
    const key = change.source === undefined ? change.id : `${change.source}`;
    const group = groups.get(key) ?? { key, source: change.source, title: change.title, changes: [] };
    group.changes.push(change);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The ids of the changes to select by default: those that neither conflict nor break a rule. */
export function withoutConflicts(changes: FileChange[]): string[] {
  return changes.filter(({ conflict, problem }) => !conflict && !problem).map(({ id }) => id);
}

/** A value as text: a text as it is, pictures by a word, the rows of a list as lines. */
export function asText(value: unknown, picture: string): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value.startsWith("ppt/media/") ? picture : value;
  if (Array.isArray(value)) return value.map((entry) => asText(entry, picture)).join("\n");
  if (typeof value === "object")
    return Object.values(value)
      .map((entry) => asText(entry, picture))
      .filter(Boolean)
      .join(" | ");
  return JSON.stringify(value);
}
