// Copying slides, and understanding what is pasted: slides of any deck, a table, lines, Markdown, a picture, an address.

import type { Content, SlideValue } from "../../lib/api-types";
import { t } from "../../lib/i18n";
import { toast } from "../../lib/toasts.svelte";
import { pictureIn, uploaded } from "../pictures";
import { placePicture } from "../place-picture";
import { slideValue } from "../store/apply";
import type { Editor } from "../store/editor.svelte";
import { newId } from "../../lib/ids";
import { read, type Pasted } from "./pasted";

/** Slides among programs: the type on the clipboard and in a drag. */
export const SLIDES = "application/x-lectern-slides";
/** Browsers drop types they do not know from the clipboard, so the same stands in the HTML as well. */
const MARK = "data-lectern-slides";

/** What marks a drag that began in this window: its slides are moved, not copied. */
export const ownDrag = (store: Editor) => `application/x-lectern-from-${store.client}`;

/** Slides as text for the clipboard. */
export function slidesText(store: Editor, ids: readonly string[]): string {
  return JSON.stringify(ids.map((id) => slideValue(store.deck, id)).filter(Boolean));
}

/** Puts the selected slides on the clipboard; true when it did. */
export function copySlides(event: ClipboardEvent, store: Editor): boolean {
  const data = event.clipboardData;
  if (!data || store.selection.length === 0) return false;
  const text = slidesText(store, store.selection);
  const names = store.deck.slides
    .filter(({ id }) => store.selection.includes(id))
    .map((slide) => store.nameOf(slide));
  const holder = document.createElement("div");
  holder.setAttribute(MARK, text);
  holder.textContent = names.join("\n");
  data.setData(SLIDES, text);
  data.setData("text/html", holder.outerHTML);
  data.setData("text/plain", names.join("\n"));
  event.preventDefault();
  return true;
}

/** Pastes below the selection whatever the clipboard holds. */
export async function pasteSlides(event: ClipboardEvent, store: Editor) {
  if (!event.clipboardData || !store.mayWrite) return;
  event.preventDefault();
  await pasted(event.clipboardData, store);
}

/** The same from a menu: the browser may ask whether the page may read the clipboard. */
export async function pasteFromMenu(store: Editor) {
  const data = new DataTransfer();
  try {
    for (const item of await navigator.clipboard.read()) {
      for (const type of item.types) {
        const blob = await item.getType(type);
        if (type.startsWith("image/")) data.items.add(new File([blob], "picture", { type }));
        else data.setData(type, await blob.text());
      }
    }
  } catch {
    toast({ text: t("editor.menu.paste.key") });
    return;
  }
  await pasted(data, store);
}

/** Takes slides that were dragged here from another deck; true when there were any. */
export function dropSlides(event: DragEvent, store: Editor, after: string | null): boolean {
  const slides = event.dataTransfer && store.mayWrite ? ownSlides(event.dataTransfer) : undefined;
  if (!slides) return false;
  insert(store, slides, after);
  return true;
}

async function pasted(data: DataTransfer, store: Editor) {
  const own = ownSlides(data);
  if (own) return insert(store, own);
  const file = pictureIn(data.files);
  if (file) {
    const address = await uploaded(file);
    if (address && store.slide) placePicture(store, store.slide, address);
    return;
  }
  const found = read(data.getData("text/plain"));
  if (found) await take(store, found);
}

function ownSlides(data: DataTransfer): SlideValue[] | undefined {
  let text = data.getData(SLIDES);
  if (!text) {
    const html = new DOMParser().parseFromString(data.getData("text/html"), "text/html");
    text = html.querySelector(`[${MARK}]`)?.getAttribute(MARK) ?? "";
  }
  try {
    const slides: unknown = text ? JSON.parse(text) : undefined;
    return Array.isArray(slides) && slides.every(isSlide) ? slides : undefined;
  } catch {
    return undefined;
  }
}

function isSlide(value: unknown): value is SlideValue {
  const slide = value as Partial<SlideValue> | null;
  return typeof slide?.type === "string" && typeof slide.content === "object";
}

function insert(store: Editor, slides: SlideValue[], after?: string | null) {
  const made = slides.map((slide) => ({ ...slide, id: newId() }));
  store.insert(made, t("editor.step.paste"), after);
  toast({
    text: t("editor.pasted", { n: made.length }),
    action: { label: t("editor.undo"), run: () => store.undo() },
  });
}

const CHART = "lectern.paste.chart";

/** Makes slides of what was understood. A table of figures may be a chart: the answer is remembered. */
async function take(store: Editor, pasted: Pasted) {
  const one = (key: string, content: Content): SlideValue[] => {
    const type = store.types.get(key);
    return type ? [{ type: type.typeId, content: { ...structuredClone(type.defaults), ...content } }] : [];
  };
  const slides = (): SlideValue[] => {
    switch (pasted.kind) {
      case "table": {
        if (pasted.isFigures && localStorage.getItem(CHART) === "chart")
          return one("chart-slide", { data: pasted.csv });
        return one("table-slide", { rows: pasted.rows, colCount: String(pasted.columns) });
      }
      case "lines":
        return one("list-slide", { title: pasted.title, items: pasted.points.map((title) => ({ title })) });
      case "slides":
        return pasted.slides.flatMap(({ title, body, notes, points }) => {
          const made = points
            ? one("list-slide", { title, items: points.map((title) => ({ title })) })
            : one("content-slide", { title, body });
          return made.map((slide) => ({ ...slide, notes }));
        });
      case "address":
        return one("embed-slide", { title: pasted.host, embedUrl: pasted.address });
      case "text":
        return one("content-slide", { title: pasted.title, body: pasted.body });
    }
  };
  const made = slides();
  if (made.length === 0) return;
  insert(store, made);
  if (pasted.kind === "table" && pasted.isFigures) offerChart(store, pasted.csv);
}

/** "As chart?" beside a table of figures that was pasted, and the other way round. */
function offerChart(store: Editor, csv: string) {
  const isChart = localStorage.getItem(CHART) === "chart";
  const change = () => {
    localStorage.setItem(CHART, isChart ? "table" : "chart");
    store.undo();
    const parsed = read(csv);
    if (parsed) void take(store, parsed);
  };
  toast({
    text: isChart ? t("editor.paste.chart") : t("editor.paste.table"),
    action: { label: t(isChart ? "editor.paste.asTable" : "editor.paste.asChart"), run: change },
  });
}
