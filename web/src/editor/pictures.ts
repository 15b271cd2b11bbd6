// Pictures: taking them in, and the fields that belong to one.

import { api, ApiError } from "../lib/api";
import type { FieldDeclaration } from "../lib/api-types";
import { t } from "../lib/i18n";
import { toast } from "../lib/toasts.svelte";

const KINDS = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml", "image/avif"];
const MOST_BYTES = 20 * 1024 * 1024;

/** What `accept` of a file input says. */
export const ACCEPTED = KINDS.join(",");

/** The first picture among files; nothing when there is none. */
export function pictureIn(files: Iterable<File> | undefined | null): File | undefined {
  return [...(files ?? [])].find((file) => file.type.startsWith("image/"));
}

/** Why a file is not taken; nothing when it is. */
export function fault(file: { type: string; size: number }): string | undefined {
  if (!KINDS.includes(file.type)) return t("editor.picture.kind");
  if (file.size > MOST_BYTES) return t("editor.picture.large");
  return undefined;
}

/** Sends a picture to the server and answers its address; says so when it was not taken. */
export async function uploaded(file: File): Promise<string | undefined> {
  const wrong = fault(file);
  if (wrong) {
    toast({ text: wrong, tone: "danger" });
    return undefined;
  }
  const form = new FormData();
  form.append("file", file, file.name || "picture");
  try {
    return (await api.post("/api/uploads", { body: form })).url;
  } catch (refusal) {
    const said =
      refusal instanceof ApiError && refusal.status === 413
        ? t("editor.picture.large")
        : t("editor.picture.failed");
    toast({ text: said, tone: "danger" });
    return undefined;
  }
}

/** The fields beside a picture's own that describe it and say what stays in view; whole paths. */
export interface Companions {
  alt?: string;
  focusX?: string;
  focusY?: string;
}

/** Finds them by name among the fields declared beside the picture: `authorAlt` before `alt`. */
export function companions(path: string, siblings: readonly FieldDeclaration[]): Companions {
  const at = path.lastIndexOf(".") + 1;
  const [start, key] = [path.slice(0, at), path.slice(at)];
  const named = (ending: string) => {
    const names = [`${key}${ending}`, ending.charAt(0).toLowerCase() + ending.slice(1)];
    const found = names.map((name) => siblings.find((field) => field.key === name)).find(Boolean);
    return found && start + found.key;
  };
  // The backdrop picture's own are called `slideBgFocusX`, without the `Image` of its key.
  const bare = key.replace(/Image$/, "");
  const plain = (ending: string) => {
    const found = siblings.find((field) => field.key === `${bare}${ending}`);
    return found && start + found.key;
  };
  const result: Companions = {};
  const [alt, x, y] = [named("Alt"), plain("FocusX") ?? named("FocusX"), plain("FocusY") ?? named("FocusY")];
  if (alt) result.alt = alt;
  if (x && y) Object.assign(result, { focusX: x, focusY: y });
  return result;
}

/** Fields declared beside a path: those of the entry it is in, or of the slide. */
export function siblingsOf(fields: readonly FieldDeclaration[], path: string): readonly FieldDeclaration[] {
  let inside = fields;
  const names = path.split(".").filter((part) => !/^\d+$/.test(part));
  for (const name of names.slice(0, -1))
    inside = inside.find((field) => field.key === name)?.itemFields ?? [];
  return inside;
}
