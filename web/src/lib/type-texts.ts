// Names and descriptions of slide types in the language of the interface, or as declared. Loaded with the texts of
// `types`.

import { t } from "./i18n";

function textOr(key: string, declared: string): string {
  const text = t(key);
  return text === key ? declared : text;
}

/** The name of a slide type. */
export const typeLabel = ({ key, label }: { key: string; label: string }) =>
  textOr(`types.${key}.label`, label);

/** The description of a slide type: what it shows. */
export const typeAbout = ({ key, description }: { key: string; description: string }) =>
  textOr(`types.${key}.about`, description);
