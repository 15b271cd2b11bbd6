// Names and descriptions of slide types in the language of the interface, or as declared.

import type { SlideTypeSettings } from "../../lib/api-types";
import { t } from "../../lib/i18n";

function textOr(key: string, otherwise: string): string {
  const text = t(key);
  return text === key ? otherwise : text;
}

export const nameOf = ({ key, label }: SlideTypeSettings) => textOr(`types.${key}.label`, label);
export const descriptionOf = ({ key, description }: SlideTypeSettings) =>
  textOr(`types.${key}.about`, description);
