// Decides where a dropped, pasted or chosen picture goes.

import type { Content, FieldDeclaration, Slide } from "../lib/api-types";
import { t } from "../lib/i18n";
import type { SlideType } from "./panel-types";
import type { Editor } from "./store/editor.svelte";
import { newId } from "../lib/ids";
import { companionFields, siblingsOf } from "./pictures";

/** The first picture field of a slide: its own, or a free or new entry of a list with pictures. */
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

/** The type of a new slide for a picture. */
export function pictureType(types: readonly SlideType[]): SlideType | undefined {
  const fitting = types.filter(({ fields }) => fields.some(({ type }) => type === "image"));
  return fitting.find(({ group }) => group === "media") ?? fitting[0];
}

/** The list with a new entry for the path, so that undo removes the whole entry; undefined where the entry exists. */
function withEntry(content: Content, path: string, address: string) {
  const [, list, at, key] = /^([^.]+)\.(\d+)\.([^.]+)$/.exec(path) ?? [];
  if (list === undefined || key === undefined) return undefined;
  const entries = Array.isArray(content[list]) ? (content[list] as Content[]) : [];
  return Number(at) < entries.length ? undefined : { list, entries: [...entries, { [key]: address }] };
}

/** Puts a picture into a field, otherwise into the slide's first picture field or on a new slide. */
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

/** Asks for a picture, and puts it into a field. It brings its description where the field has none. */
export async function pickPictureFor(store: Editor, slide: Slide, field: string) {
  const picture = await store.pickPicture();
  // Other users may have changed or deleted the slide while the library was open.
  const now = store.deck.slides.find(({ id }) => id === slide.id);
  if (!picture || !now) return;
  placePicture(store, now, picture.src, field);
  const siblings = siblingsOf([...(store.typeOf(now)?.fields ?? []), ...store.commonFields], field);
  const { alt } = companionFields(field, siblings);
  if (alt && picture.alt && !store.valueOf(slide.id, alt)) store.setField(slide.id, alt, picture.alt);
}

/** Sets the background picture of a slide. */
export function setBackdrop(store: Editor, slide: Slide, address: string) {
  store.setField(slide.id, "slideBgImage", address, { label: t("editor.step.backdrop") });
}
