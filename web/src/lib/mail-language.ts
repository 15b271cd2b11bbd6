import { api } from "./api";
import type { Profile } from "./api-types";
import { language } from "./i18n";

/** Mail is written in the language in which the user last opened a deck or the settings. */
export function tellLanguage({ sendsMail, mailLang }: Profile) {
  const lang = language();
  if (sendsMail && mailLang !== lang) api.patch("/api/auth/me", { body: { lang } }).catch(() => undefined);
}
