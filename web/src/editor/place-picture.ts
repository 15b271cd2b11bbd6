// Where a picture that was dropped, pasted or chosen goes.

import type { Content, FieldDeclaration, Slide } from "../lib/api-types";
import { t } from "../lib/i18n";
import type { SlideType } from "./seam";
import type { Editor } from "./store/editor.svelte";
import { newId } from "../lib/ids";

/** The first picture field of a slide: one of its own, or a new entry of the first list of pictures with room. */
export function pictureField(fields: readonly FieldDeclaration[], content: Content): string | undefined {
  const own = fields.find((field) => field.type === "image");
  if (own) return own.key;
  for (const list of fields.filter((field) => field.type === "items")) {
    const inside = list.itemFields?.find((field) => field.type === "image");
    if (!inside) continue;
    const entries = Array.isArray(content[list.key]) ? (content[list.key] as Content[]) : [];
    const free = entries.findIndex((entry) => !entry[inside.key]);
    if (free < 0 && entries.length >= (list.maxItems ?? Infinity)) continue;
    return `${list.key}.${String(free < 0 ? entries.length : free)}.${inside.key}`;
  }
  return undefined;
}

/** The type for a picture that needs a slide of its own: one that is about its picture. */
export function pictureType(types: readonly SlideType[]): SlideType | undefined {
  const fitting = types.filter(({ fields }) => fields.some(({ type }) => type === "image"));
  return fitting.find(({ group }) => group === "media") ?? fitting[0];
}

/** A list with a new entry for a path into it; nothing where the entry is there. Undo takes the whole entry away. */
function withEntry(content: Content, path: string, address: string) {
  const [, list, at, key] = /^([^.]+)\.(\d+)\.([^.]+)$/.exec(path) ?? [];
  if (list === undefined || key === undefined) return undefined;
  const entries = Array.isArray(content[list]) ? (content[list] as Content[]) : [];
  return Number(at) < entries.length ? undefined : { list, entries: [...entries, { [key]: address }] };
}

/** Puts a picture into a field, or the slide's first picture field, or on a slide of its own. */
export function placePicture(store: Editor, slide: Slide, address: string, field?: string) {
  const type = store.typeOf(slide);
  const wanted = field && store.fieldOf(slide, field)?.type === "image" ? field : undefined;
  const path = wanted ?? (type && pictureField(type.fields, slide.content));
  if (path) {
    const added = withEntry(slide.content, path, address);
    store.setField(slide.id, added?.list ?? path, added?.entries ?? address, {
      label: t("editor.step.picture"),
    });
    return;
  }
  const picture = pictureType([...store.types.values()]);
  const key = picture?.fields.find(({ type }) => type === "image")?.key;
  if (!picture || !key) return;
  const content = { ...structuredClone(picture.defaults), [key]: address };
  store.insert([{ id: newId(), type: picture.typeId, content }], t("editor.step.picture"));
}

/** Puts a picture behind the whole slide. */
export function backdrop(store: Editor, slide: Slide, address: string) {
  store.setField(slide.id, "slideBgImage", address, { label: t("editor.step.backdrop") });
}
