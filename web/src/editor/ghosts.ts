// Prompts in the empty texts of a slide. They are drawn on the canvas only and are never part of the content.

import type { Content, FieldDeclaration, JsonValue } from "../lib/api-types";
import { t } from "../lib/i18n";
import { isBlankAddress, isShown } from "./hints";
import { labelOf } from "./inspector/field-control";
import { grouped } from "./inspector/groups";
import type { SlideType } from "./panel-types";
import { isText } from "./store/catalogue";
import { columnsOf, isTable } from "./table";

/** The keys of texts that are not written on the canvas: the slide shows them in another form, or not at all. */
const ELSEWHERE = /^(highlight|series|xLabel|yLabel|zoom|source|language|placeholder|zeroText)|alt$/i;

const isBlank = (value: JsonValue | undefined) => typeof value !== "string" || value.trim() === "";
const entriesOf = (value: JsonValue | undefined) => (Array.isArray(value) ? value : []) as Content[];

/** The texts of a slide that are written on the canvas. */
export function canvasTexts(type: SlideType): FieldDeclaration[] {
  return grouped(type.fields, []).main.filter((field) => isText(field) && !ELSEWHERE.test(field.key));
}

/**
 * The texts that every entry of a list has: the required ones, or else those that name it. Cells of a table have none.
 */
export function entryTexts(list: FieldDeclaration | undefined): FieldDeclaration[] {
  const texts = (list?.itemFields ?? []).filter((field) => isText(field) && !ELSEWHERE.test(field.key));
  if (isTable(list) || list?.itemFields?.some(({ type }) => type === "image")) return [];
  const required = texts.filter(({ required }) => required);
  if (required.length > 0) return required;
  return texts.filter((field, at) => at === 0 || /^(label|title|body)$/.test(field.key));
}

/** Whether a slide shows nothing without this source text, such as a formula. Its prompt is the usual text. */
const isSource = (field: FieldDeclaration) => field.type === "code" && field.required === true;

/** The content of a new slide: the defaults of its type without their texts, which become prompts. */
export function blankContent(type: SlideType): Content {
  const defaults = structuredClone(type.defaults) as Content;
  const isPrompt = (key: string) => {
    const field = type.fields.find((field) => field.key === key);
    return field !== undefined && (isText(field) || isSource(field)) && !isBlankAddress(defaults[key]);
  };
  const content = Object.fromEntries(Object.entries(defaults).filter(([key]) => !isPrompt(key)));
  for (const field of type.fields)
    if (field.type === "items" && entryTexts(field).length > 0) content[field.key] = [];
  return content;
}

/**
 * The content with a prompt in each empty text that the slide needs, and in the one that is edited. `ghosts` names the
 * prompts by path.
 */
export function withGhosts(
  type: SlideType,
  content: Content,
  edited: string | undefined,
): { content: Content; ghosts: Record<string, string> } {
  const ghosts: Record<string, string> = {};
  const shown: Content = { ...content };
  const prompt = (path: string, text: string) => (ghosts[path] = text);
  for (const field of canvasTexts(type)) {
    const isWanted =
      field.required || field.type === "markdown" || field.key === type.labelField || field.key === edited;
    if (isWanted && isShown(field, content) && isBlank(content[field.key]))
      shown[field.key] = prompt(field.key, field.key === "body" ? t("editor.ghost.body") : labelOf(field));
  }
  for (const field of type.fields.filter(isSource))
    if (isBlank(content[field.key]))
      shown[field.key] = prompt(field.key, String(type.defaults[field.key] ?? ""));
  for (const list of type.fields.filter(isTable)) {
    const at = Number(new RegExp(`^${list.key}\\.(\\d+)\\.`).exec(edited ?? "")?.[1] ?? -1);
    shown[list.key] = withRowPrompts(list.key, content, at, prompt);
  }
  for (const list of type.fields) {
    const texts = list.type === "items" ? entryTexts(list) : [];
    const usual = entriesOf(type.defaults[list.key]);
    if (texts.length === 0 || (usual.length === 0 && !list.required)) continue;
    const stored = entriesOf(content[list.key]);
    const least = list.minItems ?? 1;
    const [, at = "-1", key] = new RegExp(`^${list.key}\\.(\\d+)\\.(\\w+)$`).exec(edited ?? "") ?? [];
    const count = Math.max(stored.length, stored.length === 0 ? usual.length : 0, least, Number(at) + 1);
    shown[list.key] = Array.from({ length: count }, (_, place) => {
      const entry: Content = { ...stored[place] };
      for (const field of list.itemFields ?? []) {
        const isWanted = texts.includes(field) || (place === Number(at) && field.key === key);
        if (!isWanted || !isText(field) || !isBlank(entry[field.key])) continue;
        const word = String(usual[0]?.[field.key] ?? "").replace(/\s*1$/, "");
        const words = word ? labelOf({ label: word }) : labelOf(field);
        entry[field.key] = prompt(
          `${list.key}.${String(place)}.${field.key}`,
          `${words} ${String(place + 1)}`,
        );
      }
      return entry;
    });
  }
  return { content: shown, ghosts };
}

/**
 * The rows of a table, at least up to index `least`, with prompts in blank ones, which would not be drawn
 * otherwise.
 */
function withRowPrompts(
  list: string,
  content: Content,
  least: number,
  prompt: (path: string, text: string) => string,
): Content[] {
  const stored = entriesOf(content[list]);
  const columns = columnsOf(content);
  const hasHead = content["headerRow"] !== "off";
  return Array.from({ length: Math.max(stored.length, least + 1) }, (_, row) => {
    const entry: Content = { ...stored[row] };
    const keys = Array.from({ length: columns }, (_, column) => `c${String(column + 1)}`);
    if (!keys.every((key) => isBlank(entry[key]))) return entry;
    for (const [column, key] of keys.entries()) {
      const isHead = hasHead && row === 0;
      // Without a number, which would make the first column one of figures.
      const first = column === 0 ? t("editor.ghost.row") : "";
      const words = isHead ? t("editor.table.column", { n: column + 1 }) : first;
      entry[key] = prompt(`${list}.${String(row)}.${key}`, words);
    }
    return entry;
  });
}

/**
 * With more characters of text than this, a slide shows no placeholder for a missing picture, as in the
 * presentation.
 */
const MOST_TEXT = 300;
/** An address that no upload has, so that a placeholder is drawn instead of a picture. */
const NO_PICTURE = "/uploads/none.png";

/** The lists of a slide that are for pictures: without texts that are written on the canvas. */
const isPictureList = (field: FieldDeclaration) =>
  field.type === "items" && field.itemFields?.[0]?.type === "image";

/**
 * The content with a placeholder in each picture field that is empty. An empty list of pictures gets one,
 * unless the slide has more than `MOST_TEXT` characters of text. The keys of `places` are the paths of the
 * placeholders.
 */
export function withPicturePlaces(
  type: SlideType,
  content: Content,
): { content: Content; places: Record<string, string> } {
  const places: Record<string, string> = {};
  const shown: Content = { ...content };
  const place = (path: string) => {
    places[path] = "";
    return NO_PICTURE;
  };
  const text = type.fields.find((field) => field.type === "markdown")?.key ?? "";
  const isFull = String(content[text] ?? "").length > MOST_TEXT;
  for (const field of type.fields) {
    if (field.type === "image" && field.key === "image" && isBlank(content[field.key]))
      shown[field.key] = place(field.key);
    if (!isPictureList(field) || (type.group !== "media" && entryTexts(field).length > 0)) continue;
    const key = field.itemFields?.[0]?.key ?? "";
    const stored = entriesOf(content[field.key]);
    const entries = stored.length > 0 || isFull ? stored : [{}];
    shown[field.key] = entries.map((entry, at) =>
      isBlank(entry[key]) ? { ...entry, [key]: place(`${field.key}.${String(at)}.${key}`) } : entry,
    );
  }
  return { content: shown, places };
}

/** The texts of a slide in the order of Tab and Enter: as they are declared, and the line at the bottom last. */
export function textOrder(type: SlideType, content: Content): string[] {
  const own = canvasTexts(type);
  const paths = type.fields.flatMap((field) => {
    if (own.includes(field) || isSource(field)) return isBlank(content[field.key]) ? [] : [field.key];
    if (isTable(field))
      return entriesOf(content[field.key]).flatMap((_, row) =>
        Array.from(
          { length: columnsOf(content) },
          (_, column) => `${field.key}.${String(row)}.c${String(column + 1)}`,
        ),
      );
    if (field.type !== "items" || entryTexts(field).length === 0) return [];
    return entriesOf(content[field.key]).flatMap((entry, at) =>
      (field.itemFields ?? [])
        .filter((inside) => isText(inside) && !ELSEWHERE.test(inside.key) && !isBlank(entry[inside.key]))
        .map(({ key }) => `${field.key}.${String(at)}.${key}`),
    );
  });
  const isLast = (path: string) => path === "bottomSubheading";
  return [...paths.filter((path) => !isLast(path)), ...paths.filter(isLast)];
}

/** A style sheet for the prompts of a drawing. */
export function ghostCss(ghosts: Record<string, string> | undefined, style: string): string {
  const fields = Object.keys(ghosts ?? {}).map((field) => {
    const [, table = "", row = "", column = ""] = /^(\w+)\.(\d+)\.c(\d+)$/.exec(field) ?? [];
    if (!table) return `[data-field="${CSS.escape(field)}"]`;
    return `[data-field="${table}"] tr:nth-child(${String(Number(row) + 1)}) > :nth-child(${column}) > *`;
  });
  return fields.length > 0 ? `${fields.join(",")}{${style}}` : "";
}

/**
 * The list and its value after a text of an entry that does not exist yet is set. Undefined where the entry exists.
 */
export function grownList(
  content: Content,
  path: string,
  value: JsonValue,
): { path: string; value: JsonValue } | undefined {
  const [, list = "", at = "", key = ""] = /^(\w+)\.(\d+)\.(\w+)$/.exec(path) ?? [];
  const stored = entriesOf(content[list]);
  if (!list || Number(at) < stored.length) return undefined;
  return { path: list, value: withEntryText(stored, Number(at), key, value) };
}

/** A copy of a list in which one value of one entry is set. Missing entries up to it are added. */
export function withEntryText(
  list: readonly Content[],
  at: number,
  key: string,
  value: JsonValue,
): Content[] {
  return Array.from({ length: Math.max(list.length, at + 1) }, (_, place) =>
    place === at ? { ...list[place], [key]: value } : (list[place] ?? {}),
  );
}

/** The lists of a slide without the entries in which nothing was written; undefined where there are none. */
export function withoutBlankEntries(type: SlideType, content: Content): Content | undefined {
  const pruned: Content = {};
  for (const list of type.fields) {
    if (list.type !== "items" || entryTexts(list).length === 0 || list.minItems === list.maxItems) continue;
    const stored = entriesOf(content[list.key]);
    const written = stored.filter((entry) =>
      (list.itemFields ?? []).some(({ key, type: kind }) => {
        const value = entry[key];
        return (
          kind !== "enum" &&
          value !== "" &&
          value !== undefined &&
          !(Array.isArray(value) && value.length === 0)
        );
      }),
    );
    if (written.length < stored.length) pruned[list.key] = written;
  }
  return Object.keys(pruned).length > 0 ? pruned : undefined;
}
