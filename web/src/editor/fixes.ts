// The actions that a hint offers.

import type { Content, Edit, Slide } from "../lib/api-types";
import { t } from "../lib/i18n";
import type { Hint } from "./hints";
import { declarationAt } from "./store/catalogue";
import type { Editor } from "./store/editor.svelte";
import { newId } from "../lib/ids";

export interface Fix {
  label: string;
  run: () => void;
  needsServer?: boolean;
}

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
    case "overflow": {
      const density = fields.find(({ key, options }) => key === "density" && options?.includes("compact"));
      const smaller: Fix[] =
        density && slide.content["density"] !== "compact"
          ? [{ label: t("editor.fix.density"), run: () => store.setField(slide.id, "density", "compact") }]
          : [];
      return [shorten, ...smaller, ...splits(store, slide, hint.field)];
    }
    case "small-type":
    case "crowded-page": {
      const parted = splits(store, slide, hint.field);
      return parted.length > 0 ? parted : [shorten];
    }
    case "uneven-columns":
      return [shorten];
    case "empty-page":
    case "same-layout-thrice":
      return [{ label: t("editor.fix.type"), run: () => store.pickType("change") }];
    case "many":
      return splits(store, slide, hint.field);
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

/** The action that splits a long slide in two; none where it cannot be split. */
function splits(store: Editor, slide: Slide, field: string): Fix[] {
  const [key = ""] = field.split(".");
  const parted = halves(store, slide, key);
  if (!parted) return [];
  return [{ label: t("editor.fix.split"), run: () => split(store, slide, key, parted) }];
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
