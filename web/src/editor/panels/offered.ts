// Slide types by their names in the person's language.

import { t } from "../../lib/i18n";
import type { SlideType } from "../seam";
import type { OfferedType } from "./type-search";
import "./words";

/** The order of the groups; `ours` are the organization's own types. */
export const GROUPS = ["basic", "media", "layouts", "data", "interaction", "other", "ours"] as const;

/** A text of a type: translated for the types that come with Lectern, else as it was declared. */
function said(type: SlideType, what: string, declared: string): string {
  const key = `types.${type.key}.${what}`;
  const text = t(key);
  return text === key ? declared : text;
}

/** What a type is called. */
export function typeLabel(type: SlideType): string {
  return said(type, "label", type.label);
}

/** The types that are offered, ready to be searched. */
export function offeredTypes(types: Iterable<SlideType>): OfferedType[] {
  return [...types]
    .filter(({ enabled }) => enabled)
    .map((type) => ({
      key: type.key,
      typeId: type.typeId,
      label: typeLabel(type),
      about: said(type, "about", type.description),
      best: said(type, "best", type.bestFor.join("; ")).split("; ").filter(Boolean),
      find: said(type, "find", ""),
      group: GROUPS.some((group) => group === type.group) ? type.group : "ours",
    }));
}
