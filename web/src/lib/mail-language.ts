import { api } from "./api";
import type { Profile } from "./api-types";
import { language } from "./i18n";

/**
 * Saves the language of the page as the language of mail to the user, unless it is saved or the server sends no mail.
 */
export function saveMailLanguage({ sendsMail, mailLang }: Profile) {
  const lang = language();
  if (sendsMail && mailLang !== lang) api.patch("/api/auth/me", { body: { lang } }).catch(() => undefined);
}
