// Uploads pictures, and finds the fields that belong to a picture.

import { api, ApiError } from "../lib/api";
import type { FieldDeclaration } from "../lib/api-types";
import { faultText } from "../lib/fault-text";
import { t } from "../lib/i18n";
import { toast } from "../lib/toasts.svelte";

const MIME_TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml", "image/avif"];
const MAX_BYTES = 20 * 1024 * 1024;

/** The `accept` attribute of file inputs. */
export const ACCEPTED_TYPES = MIME_TYPES.join(",");

/** The first picture among files, if any. */
export function firstPicture(files: Iterable<File> | undefined | null): File | undefined {
  return [...(files ?? [])].find((file) => file.type.startsWith("image/"));
}

/**
 * Whether a text of a deck is the address of an upload or of a picture on the web, which a page may load. An imported
 * deck may name any other path of this site as a picture.
 */
export function isPictureAddress(text: string): boolean {
  return /^https:\/\//.test(text) || (/^\/uploads\/[\w.-]+$/.test(text) && !/^\/uploads\/\.+$/.test(text));
}

/** Why a file is not accepted; undefined where it is. */
export function fileError(file: { type: string; size: number }): string | undefined {
  if (!MIME_TYPES.includes(file.type)) return t("editor.picture.kind");
  if (file.size > MAX_BYTES) return t("editor.picture.large");
  return undefined;
}

/** Uploads a picture and returns its URL. Shows a message where that fails. */
export async function uploadPicture(file: File): Promise<string | undefined> {
  const error = fileError(file);
  if (error) {
    toast({ text: error, tone: "danger" });
    return undefined;
  }
  const form = new FormData();
  form.append("file", file, file.name || "picture");
  try {
    return (await api.post("/api/uploads", { body: form })).url;
  } catch (refusal) {
    const status = refusal instanceof ApiError ? refusal.status : 0;
    const text =
      status === 400
        ? faultText(refusal)
        : t(status === 413 ? "editor.picture.large" : "editor.picture.failed");
    toast({ text, tone: "danger" });
    return undefined;
  }
}

/** The paths of the fields that describe a picture and set its focus point. */
export interface CompanionFields {
  alt?: string;
  focusX?: string;
  focusY?: string;
}

/** Finds the companion fields of a picture by name: `authorAlt` before `alt`. */
export function companionFields(path: string, siblings: readonly FieldDeclaration[]): CompanionFields {
  const at = path.lastIndexOf(".") + 1;
  const [start, key] = [path.slice(0, at), path.slice(at)];
  const byName = (ending: string) => {
    const names = [`${key}${ending}`, ending.charAt(0).toLowerCase() + ending.slice(1)];
    const found = names.map((name) => siblings.find((field) => field.key === name)).find(Boolean);
    return found && start + found.key;
  };
  // The backdrop's fields are named without the `Image` of its key: `slideBgFocusX`.
  const bare = key.replace(/Image$/, "");
  const byBareName = (ending: string) => {
    const found = siblings.find((field) => field.key === `${bare}${ending}`);
    return found && start + found.key;
  };
  const result: CompanionFields = {};
  const [alt, x, y] = [
    byName("Alt"),
    byBareName("FocusX") ?? byName("FocusX"),
    byBareName("FocusY") ?? byName("FocusY"),
  ];
  if (alt) result.alt = alt;
  if (x && y) Object.assign(result, { focusX: x, focusY: y });
  return result;
}

/** The fields declared beside a path: those of its list entry, or of the slide. */
export function siblingsOf(fields: readonly FieldDeclaration[], path: string): readonly FieldDeclaration[] {
  let declared = fields;
  const names = path.split(".").filter((part) => !/^\d+$/.test(part));
  for (const name of names.slice(0, -1))
    declared = declared.find((field) => field.key === name)?.itemFields ?? [];
  return declared;
}
