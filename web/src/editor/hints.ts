// Hints for the author of a slide, most urgent first: findings of the layout and gaps in the fields.

import type { Content, FieldDeclaration, Finding, JsonValue, Slide } from "../lib/api-types";
import type { SlideType } from "./panel-types";
import { t } from "../lib/i18n";
import { sentence } from "../lib/sentence";
import { isText } from "./store/catalogue";
import { companionFields } from "./pictures";

export type HintKind =
  | "long"
  | "overflow"
  | "picture"
  | "chart"
  | "data"
  | "glyphs"
  | "formula"
  | "diagram"
  | "code-steps"
  | "external"
  | "simplified"
  | "choose"
  | "alt"
  | "address"
  | "many"
  | "agenda"
  | DesignHint;

/** What a designer would change. The kinds are the codes of the findings. */
const DESIGN = [
  "small-type",
  "crowded-page",
  "low-contrast",
  "empty-page",
  "uneven-columns",
  "too-many-sizes",
  "near-miss",
  "same-layout-thrice",
  "many-transition-kinds",
  "many-own-transitions",
] as const;
type DesignHint = (typeof DESIGN)[number];

export interface Hint {
  kind: HintKind;
  slideId: string;
  /** A path inside the content; empty for the whole slide. */
  field: string;
  /** A number for the text of the hint. */
  n?: number;
  /** Why a formula or diagram is not understood, in the words of the server. */
  reason?: string;
}

/** By urgency. A text over its limit is an error, the rest is advice. */
const ORDER: HintKind[] = [
  "long",
  "overflow",
  "agenda",
  "picture",
  "chart",
  "data",
  "formula",
  "diagram",
  "code-steps",
  "choose",
  "alt",
  "address",
  "many",
  ...DESIGN,
  "glyphs",
  "external",
  "simplified",
];
/** More list items than this are better split over two slides. */
const MANY = 7;

export const isFault = (hint: Hint) => hint.kind === "long";

/** All hints on a slide. `content` is in the language shown. */
export function hintsOf(
  slide: Slide,
  content: Content,
  type: SlideType | undefined,
  findings: readonly Finding[],
): Hint[] {
  const hints: Hint[] = findings.map((finding) => {
    const kind = kindOf(finding);
    // No single field is to blame for an empty page: the hint stands below the slide, not beside its first field.
    const hint: Hint = { kind, slideId: slide.id, field: kind === "empty-page" ? "" : finding.field };
    const reason = / is not drawn: (.+)$/s.exec(finding.text)?.[1];
    return reason ? { ...hint, reason } : hint;
  });
  const add = (kind: HintKind, field: string, n?: number) =>
    hints.push(n === undefined ? { kind, slideId: slide.id, field } : { kind, slideId: slide.id, field, n });
  if (type) walk(type.fields, content, "", add);
  // A slide of a type for pictures needs one.
  const mainPicture =
    type?.group === "media"
      ? type.fields.find((field) => field.type === "image" && !field.required)
      : undefined;
  if (mainPicture && !content[mainPicture.key]) add("choose", mainPicture.key);
  return hints.sort(byUrgency);
}

/** The text of a hint, in the language of the interface. */
export function hintText({ kind, n = 0, reason }: Hint): string {
  if (!reason) return t(`editor.hint.${kind}`, { n });
  const [, line, rest] = /^line (\d+): (.+)$/s.exec(reason) ?? [];
  const why = reasonText(rest ?? reason);
  return t(`editor.hint.${kind}.because`, {
    reason: sentence(line ? t("editor.reason.line", { n: line, reason: why }) : why),
  });
}

/** The reasons for which the app has its own texts, in the language of the interface. */
const REASONS: readonly [key: string, pattern: RegExp][] = [
  ["character", /^the character `(?<name>.+)` is not in the font for mathematics$/],
  ["command", /^the command `(?<name>.+)` is not known$/],
  ["environment", /^the environment `(?<name>.+)` is not known$/],
  ["misread", /^`(?<name>.+)` is not understood: (?<advice>.+)$/],
  ["open", /^a group is not closed$/],
];

function reasonText(reason: string): string {
  for (const [key, pattern] of REASONS) {
    const found = pattern.exec(reason);
    if (found) return t(`editor.reason.${key}`, { ...found.groups });
  }
  return reason;
}

export const byUrgency = (a: Hint, b: Hint) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind);

function kindOf({ code }: Finding): HintKind {
  switch (code) {
    case "overflow":
      return "overflow";
    case "missing-glyphs":
      return "glyphs";
    case "formula":
      return "formula";
    case "diagram":
      return "diagram";
    case "code-steps":
      return "code-steps";
    case "missing-picture":
      return "picture";
    case "external-picture":
      return "external";
    case "chart-fault":
      return "chart";
    case "data":
      return "data";
    default:
      return DESIGN.find((design) => design === code) ?? "simplified";
  }
}

type Add = (kind: HintKind, field: string, n?: number) => void;

function walk(fields: readonly FieldDeclaration[], content: Content, start: string, add: Add) {
  for (const field of fields) {
    if (!isShown(field, content)) continue;
    const path = start + field.key;
    const value = content[field.key];
    const over = tooLong(field, value);
    if (over > 0) add("long", path, over);
    if (field.type === "items") walkItems(field, value, path, add);
    else if (field.type === "image") picture(field, fields, content, path, start, add);
    else if (field.type === "url" && field.required && isBlankAddress(value)) add("address", path);
  }
}

function walkItems(field: FieldDeclaration, value: JsonValue | undefined, path: string, add: Add) {
  const entries = Array.isArray(value) ? value : [];
  const inside = field.itemFields ?? [];
  if (entries.length > MANY && (field.maxItems ?? Infinity) <= 10 && inside.some(isText))
    add("many", path, entries.length);
  entries.forEach((entry, at) => {
    if (entry && typeof entry === "object" && !Array.isArray(entry))
      walk(inside, entry, `${path}.${String(at)}.`, add);
  });
}

function picture(
  field: FieldDeclaration,
  siblings: readonly FieldDeclaration[],
  content: Content,
  path: string,
  start: string,
  add: Add,
) {
  const { alt } = companionFields(path, siblings);
  const key = alt?.slice(start.length);
  const isDecoration = content["imageRole"] === "decorative";
  if (!content[field.key]) {
    if (field.required) add("choose", path);
  } else if (alt && key && !String(content[key] ?? "").trim() && !isDecoration) add("alt", alt);
}

/** How many characters a text is over its limit. */
export function tooLong(field: FieldDeclaration, value: JsonValue | undefined): number {
  if (typeof value !== "string" || !field.maxLength) return 0;
  return value.length > field.maxLength ? Math.max(0, [...value].length - field.maxLength) : 0;
}

/** The content with texts over their limit cut, as the server draws them. The content itself where there are none. */
export function drawable(fields: readonly FieldDeclaration[], content: Content): Content {
  let cut = content;
  for (const field of fields) {
    const value = content[field.key];
    const limit = field.maxLength ?? 0;
    let shown: JsonValue | undefined = value;
    if (tooLong(field, value) > 0) shown = `${[...String(value)].slice(0, limit - 1).join("")}…`;
    else if (field.type === "items" && Array.isArray(value)) {
      const entries = (value as Content[]).map((entry) => drawable(field.itemFields ?? [], entry));
      if (entries.some((entry, at) => entry !== value[at])) shown = entries;
    }
    if (shown !== value && shown !== undefined) cut = { ...cut, [field.key]: shown };
  }
  return cut;
}

/** A bare `https://` counts as empty. */
export function isBlankAddress(value: JsonValue | undefined): boolean {
  return typeof value !== "string" || /^\s*(https?:\/\/)?\s*$/i.test(value);
}

/** Whether a field is visible, given the values of the others. */
export function isShown(field: FieldDeclaration, content: Content): boolean {
  const when = field.visibleWhen;
  if (!when) return true;
  const value = content[when.field] ?? "";
  return typeof value === "string" && when.in.includes(value);
}
