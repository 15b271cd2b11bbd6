// The names of slide types in the language of the interface; their own where it has none.

import { t } from "../../lib/i18n";
import type { Setting } from "./api";

function said(key: string, otherwise: string): string {
  const text = t(key);
  return text === key ? otherwise : text;
}

export const nameOf = ({ key, label }: Setting) => said(`types.${key}.label`, label);
export const aboutOf = ({ key, description }: Setting) => said(`types.${key}.about`, description);
