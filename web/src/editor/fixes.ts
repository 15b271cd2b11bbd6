// The actions that a hint offers.

import type { Content, Edit, Slide } from "../lib/api-types";
import { t } from "../lib/i18n";
import { toast } from "../lib/toasts.svelte";
import type { Hint } from "./hints";
import { declarationAt } from "./store/catalogue";
import type { Editor } from "./store/editor.svelte";
import { newId } from "../lib/ids";
import { newAgenda } from "./slide-hints";

export interface Fix {
  label: string;
  run: () => void;
  needsServer?: boolean;
}

/** The fixes for a hint on a slide; none where the author has to find one. */
export function fixesOf(store: Editor, slide: Slide, hint: Hint): Fix[] {
  const fields = store.typeOf(slide)?.fields ?? [];
  const focus = (label: string): Fix => ({ label, run: () => (store.fieldToFocus = { field: hint.field }) });
  const shorten: Fix = {
    label: t("editor.fix.shorten"),
    needsServer: true,
    run: () =>
      store.openPanel("assist", {
        request: {
          kind: "iterate",
          command: t("editor.fix.shorten.command", { number: store.slideNumber }),
          slideIds: [slide.id],
        },
      }),
  };
  switch (hint.kind) {
    case "long":
      return tooLongFixes(store, slide, hint);
    case "overflow": {
      const density = fields.find(({ key, options }) => key === "density" && options?.includes("compact"));
      const smaller: Fix[] =
        density && slide.content["density"] !== "compact"
          ? [{ label: t("editor.fix.density"), run: () => store.setField(slide.id, "density", "compact") }]
          : [];
      return [shorten, ...smaller, ...splitFixes(store, slide, hint.field)];
    }
    case "small-type":
    case "crowded-page": {
      const splits = splitFixes(store, slide, hint.field);
      return splits.length > 0 ? splits : [shorten];
    }
    case "uneven-columns":
      return [shorten];
    case "empty-page":
    case "same-layout-thrice":
      return [{ label: t("editor.fix.type"), run: () => store.pickType("change") }];
    case "many-transition-kinds":
    case "many-own-transitions": {
      const edit: Edit = { op: "set", slideId: slide.id, path: "transition", value: null };
      const run = () => store.edit([edit], t("editor.step.transition"));
      return [{ label: t("editor.fix.transition"), run }];
    }
    case "agenda": {
      const run = () =>
        store.setField(slide.id, hint.field, newAgenda(store, slide) ?? "", {
          label: t("editor.fix.agenda"),
        });
      return [{ label: t("editor.fix.agenda"), run }];
    }
    case "many":
      return splitFixes(store, slide, hint.field);
    case "alt":
      return [focus(t("editor.fix.describe"))];
    case "address":
      return [focus(t("editor.fix.fill"))];
    case "chart":
      return [focus(t("editor.fix.data"))];
    case "choose":
    case "picture":
      return [focus(t("editor.fix.choose"))];
    default:
      return [];
  }
}

/** The fixes for a text over its limit. After each of them except a change of type, no text is too long. */
function tooLongFixes(store: Editor, slide: Slide, hint: Hint): Fix[] {
  const declared = declarationAt(store.typeOf(slide)?.fields ?? [], hint.field);
  const text = store.valueOf(slide.id, hint.field);
  const most = declared?.maxLength ?? 0;
  if (typeof text !== "string" || !most) return [];
  const [first, second] = cutText(text, most);
  const cut: Fix = {
    label: t("editor.fix.cut"),
    run: () => {
      const lang = store.isMain ? {} : { lang: store.language };
      // A language without notes has those of the main one.
      const before = store.text(slide.id, "notes", store.language) || slide.notes;
      const notes = [before, second].filter(Boolean).join("\n\n");
      const edit = { op: "set", slideId: slide.id } as const;
      const edits: Edit[] = [
        { ...edit, path: `content.${hint.field}`, value: first, ...(declared?.translatable ? lang : {}) },
        { ...edit, path: "notes", value: notes, ...lang },
      ];
      store.edit(edits, t("editor.fix.cut"));
      const action = { label: t("editor.undo"), run: store.undoOfLastStep() };
      toast({ text: t("editor.fix.cut.done"), action });
    },
  };
  const type: Fix = { label: t("editor.fix.type"), run: () => store.pickType("change") };
  const [, list = "", at = "", key = ""] = /^(\w+)\.(\d+)\.(\w+)$/.exec(hint.field) ?? [];
  const fits = [...second].length <= most;
  if (!list) {
    const splitSlide: Fix = {
      label: t("editor.fix.split"),
      run: () => split(store, slide, hint.field, [first, second]),
    };
    return store.isMain ? [cut, ...(fits && declared?.type === "markdown" ? [splitSlide] : []), type] : [cut];
  }
  const entries = slide.content[list] as Content[];
  const limit = declarationAt(store.typeOf(slide)?.fields ?? [], list)?.maxItems ?? Infinity;
  const texts = cutTexts(text, most);
  const splitEntry: Fix = {
    label: t("editor.fix.splitPoint"),
    run: () => {
      const place = Number(at);
      const parts = texts.map((text, part) => ({ ...(part === 0 ? entries[place] : {}), [key]: text }));
      const value = [...entries.slice(0, place), ...parts, ...entries.slice(place + 1)];
      store.edit(
        [{ op: "set", slideId: slide.id, path: `content.${list}`, value }],
        t("editor.fix.splitPoint"),
      );
    },
  };
  const hasRoom = entries.length + texts.length - 1 <= limit;
  return [cut, ...(hasRoom && store.isMain ? [splitEntry] : []), type];
}

/**
 * A text in two: the first at most `most` characters, up to the end of a sentence or else of a word, and the
 * rest.
 */
export function cutText(text: string, most: number): [string, string] {
  const start = [...text].slice(0, most).join("");
  const sentence = Math.max(...[". ", "! ", "? ", "\n"].map((end) => start.lastIndexOf(end) + 1));
  const word = start.search(/\s\S*$/);
  const at = sentence > start.length * 0.4 ? sentence : word > start.length * 0.4 ? word : start.length;
  return [text.slice(0, at).trimEnd(), text.slice(at).trimStart()];
}

/** A text in parts of at most `most` characters. */
function cutTexts(text: string, most: number): string[] {
  if ([...text].length <= most) return [text];
  const [first, rest] = cutText(text, most);
  return [first, ...cutTexts(rest, most)];
}

/** The action that splits a long slide in two; none where it cannot be split. */
function splitFixes(store: Editor, slide: Slide, field: string): Fix[] {
  const [key = ""] = field.split(".");
  const parts = halves(store, slide, key);
  if (!parts) return [];
  return [{ label: t("editor.fix.split"), run: () => split(store, slide, key, parts) }];
}

type Halves = [Content[string], Content[string]];

/** Splits a list in the middle, or a text at a paragraph. */
function halves(store: Editor, slide: Slide, key: string): Halves | undefined {
  const value = slide.content[key];
  const declared = declarationAt(store.typeOf(slide)?.fields ?? [], key);
  if (Array.isArray(value) && value.length >= 2 * Math.max(1, declared?.minItems ?? 1)) {
    const middle = Math.ceil(value.length / 2);
    return [value.slice(0, middle), value.slice(middle)];
  }
  if (declared?.type === "markdown" && typeof value === "string") return halvedText(value);
  return undefined;
}

/** Splits a text near its middle, between paragraphs or else between list items. */
export function halvedText(text: string): [string, string] | undefined {
  for (const gap of [/\n\s*\n/g, /\n(?=\s*([-*+]|\d+[.)])\s)/g]) {
    const places = [...text.matchAll(gap)].map(
      (found) => [found.index, found.index + found[0].length] as const,
    );
    const middle = places.sort(
      (a, b) => Math.abs(a[0] - text.length / 2) - Math.abs(b[0] - text.length / 2),
    )[0];
    if (middle) return [text.slice(0, middle[0]).trimEnd(), text.slice(middle[1]).trimStart()];
  }
  return undefined;
}

function split(store: Editor, slide: Slide, key: string, [first, second]: Halves) {
  const id = newId();
  const edits: Edit[] = [
    { op: "set", slideId: slide.id, path: `content.${key}`, value: first },
    {
      op: "insert",
      after: slide.id,
      slides: [{ id, type: slide.type, content: { ...slide.content, [key]: second }, notes: "" }],
    },
  ];
  store.edit(edits, t("editor.step.split"));
}
