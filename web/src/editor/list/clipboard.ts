// Copies and pastes slides. Tables, lines, Markdown, pictures and URLs are pasted as slides too.

import type { Content, SlideValue } from "../../lib/api-types";
import { t } from "../../lib/i18n";
import { toast } from "../../lib/toasts.svelte";
import { firstPicture, uploadPicture } from "../pictures";
import { placePicture } from "../place-picture";
import { slideValue } from "../store/apply";
import type { Editor } from "../store/editor.svelte";
import { newId } from "../../lib/ids";
import { parsePasted, type PastedContent } from "./parse-pasted";

/** The MIME type of slides on the clipboard and in a drag. */
export const SLIDES_TYPE = "application/x-lectern-slides";
/** Browsers drop unknown types from the clipboard, so the slides are also in an attribute of the HTML. */
const HTML_ATTRIBUTE = "data-lectern-slides";

/** Marks a drag that began in this window: its slides are moved, not copied. */
export const dragTypeOf = (store: Editor) => `application/x-lectern-from-${store.client}`;

/** Slides as JSON for the clipboard. */
export function slidesText(store: Editor, ids: readonly string[]): string {
  return JSON.stringify(ids.map((id) => slideValue(store.deck, id)).filter(Boolean));
}

/** Puts the selected slides on the clipboard. Returns whether it did. */
export function copySlides(event: ClipboardEvent, store: Editor): boolean {
  const data = event.clipboardData;
  if (!data || store.selection.length === 0) return false;
  const text = slidesText(store, store.selection);
  const names = store.deck.slides
    .filter(({ id }) => store.selection.includes(id))
    .map((slide) => store.nameOf(slide));
  const holder = document.createElement("div");
  holder.setAttribute(HTML_ATTRIBUTE, text);
  holder.textContent = names.join("\n");
  data.setData(SLIDES_TYPE, text);
  data.setData("text/html", holder.outerHTML);
  data.setData("text/plain", names.join("\n"));
  event.preventDefault();
  return true;
}

/** Pastes the clipboard below the selection. */
export async function pasteSlides(event: ClipboardEvent, store: Editor) {
  if (!event.clipboardData || !store.mayWrite) return;
  event.preventDefault();
  await pasteData(event.clipboardData, store);
}

/** Pastes from a menu. The browser may ask for permission to read the clipboard. */
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
  await pasteData(data, store);
}

/** Inserts slides that were dragged from another deck. Returns whether there were any. */
export function dropSlides(event: DragEvent, store: Editor, after: string | null): boolean {
  const slides = event.dataTransfer && store.mayWrite ? readSlides(event.dataTransfer) : undefined;
  if (!slides) return false;
  insert(store, slides, after);
  return true;
}

async function pasteData(data: DataTransfer, store: Editor) {
  const own = readSlides(data);
  if (own) return insert(store, own);
  const file = firstPicture(data.files);
  if (file) {
    // Another slide may be shown by the time the picture is uploaded.
    const { slideId } = store;
    const address = await uploadPicture(file);
    const target = store.deck.slides.find(({ id }) => id === slideId);
    if (address && target) placePicture(store, target, address);
    return;
  }
  const found = parsePasted(data.getData("text/plain"));
  if (found) await insertPasted(store, found);
}

function readSlides(data: DataTransfer): SlideValue[] | undefined {
  let text = data.getData(SLIDES_TYPE);
  if (!text) {
    const html = new DOMParser().parseFromString(data.getData("text/html"), "text/html");
    text = html.querySelector(`[${HTML_ATTRIBUTE}]`)?.getAttribute(HTML_ATTRIBUTE) ?? "";
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
  const inserted = slides.map((slide) => ({ ...slide, id: newId() }));
  store.insert(inserted, t("editor.step.paste"), after);
  toast({
    text: t("editor.pasted", { n: inserted.length }),
    action: { label: t("editor.undo"), run: store.undoOfLastStep() },
  });
}

const STORAGE_KEY = "lectern.paste.chart";

/** Inserts slides for pasted content. Numbers become a table or a chart, as the user last chose. */
async function insertPasted(store: Editor, pasted: PastedContent) {
  const newSlide = (key: string, content: Content): SlideValue[] => {
    const type = store.types.get(key);
    return type ? [{ type: type.typeId, content: { ...structuredClone(type.defaults), ...content } }] : [];
  };
  const slides = (): SlideValue[] => {
    switch (pasted.kind) {
      case "table": {
        if (pasted.isNumeric && localStorage.getItem(STORAGE_KEY) === "chart")
          return newSlide("chart-slide", {
            data: pasted.csv,
            ...(pasted.columns > 2 ? { chartType: "bar-grouped" } : {}),
          });
        return newSlide("table-slide", { rows: pasted.rows, colCount: String(pasted.columns) });
      }
      case "lines":
        return newSlide("list-slide", {
          ...(pasted.title ? { title: pasted.title } : {}),
          items: pasted.points.map((title) => ({ title })),
        });
      case "slides":
        return pasted.slides.flatMap(({ title, body, notes, points }) => {
          const inserted = points
            ? newSlide("list-slide", { title, items: points.map((title) => ({ title })) })
            : newSlide("content-slide", { title, body });
          return inserted.map((slide) => ({ ...slide, notes }));
        });
      case "address":
        return newSlide("embed-slide", { title: pasted.host, embedUrl: pasted.address });
      case "text":
        return newSlide("content-slide", { title: pasted.title, body: pasted.body });
    }
  };
  const inserted = slides();
  if (inserted.length === 0) return;
  insert(store, inserted);
  // A list without a headline has the default one of its type, which is selected to be typed over.
  if (pasted.kind === "lines" && !pasted.title) store.editField("title", "all");
  if (pasted.kind === "table" && pasted.isNumeric) offerChart(store, pasted.csv);
}

/** Offers to change a pasted table into a chart, or back. */
function offerChart(store: Editor, csv: string) {
  const isChart = localStorage.getItem(STORAGE_KEY) === "chart";
  const undo = store.undoOfLastStep();
  const change = () => {
    localStorage.setItem(STORAGE_KEY, isChart ? "table" : "chart");
    undo();
    const parsed = parsePasted(csv);
    if (parsed) void insertPasted(store, parsed);
  };
  toast({
    text: isChart ? t("editor.paste.chart") : t("editor.paste.table"),
    action: { label: t(isChart ? "editor.paste.asTable" : "editor.paste.asChart"), run: change },
  });
}
