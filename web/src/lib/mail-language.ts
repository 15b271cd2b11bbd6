import { api } from "./api";
import type { Profile } from "./api-types";
import { language } from "./i18n";

/** Saves the language of the page as that of mail to the user, when they open a deck or the settings. */
export function tellLanguage({ sendsMail, mailLang }: Profile) {
  const lang = language();
  if (sendsMail && mailLang !== lang) api.patch("/api/auth/me", { body: { lang } }).catch(() => undefined);
}
