// The names of slide types in the language of the interface; their own where it has none.

import type { SlideTypeSettings } from "../../lib/api-types";
import { t } from "../../lib/i18n";

function said(key: string, otherwise: string): string {
  const text = t(key);
  return text === key ? otherwise : text;
}

export const nameOf = ({ key, label }: SlideTypeSettings) => said(`types.${key}.label`, label);
export const aboutOf = ({ key, description }: SlideTypeSettings) => said(`types.${key}.about`, description);
