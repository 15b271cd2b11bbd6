// The slide types on offer, with their texts in the language of the interface.

import { t } from "../../lib/i18n";
import { typeAbout, typeLabel } from "../../lib/type-texts";
import { AGENDA } from "../agenda";
import type { SlideType } from "../panel-types";
import type { OfferedType } from "./type-search";
import "./load-texts";

/** The order of the groups. `ours` holds the organization's own types. */
export const GROUPS = ["basic", "media", "layouts", "data", "interaction", "other", "ours"] as const;

/** A text of a type: translated for built-in types, otherwise as declared. */
function typeText(type: SlideType, what: "best" | "find", declared: string): string {
  const key = `types.${type.key}.${what}`;
  const text = t(key);
  return text === key ? declared : text;
}

/** The agenda, which is offered like a type. */
export function agendaType(): OfferedType {
  return {
    key: AGENDA,
    typeId: AGENDA,
    label: t("panels.type.agenda"),
    about: t("panels.type.agenda.about"),
    best: [],
    find: t("panels.type.agenda.find"),
    group: "basic",
  };
}

/** The types on offer, prepared for search. */
export function offeredTypes(types: Iterable<SlideType>): OfferedType[] {
  return [...types]
    .filter(({ enabled }) => enabled)
    .map((type) => ({
      key: type.key,
      typeId: type.typeId,
      label: typeLabel(type),
      about: typeAbout(type),
      best: typeText(type, "best", type.bestFor.join("; ")).split("; ").filter(Boolean),
      find: typeText(type, "find", ""),
      group: GROUPS.some((group) => group === type.group) ? type.group : "ours",
    }));
}
