// The signed-in user, loaded once per page.

import { api } from "./api";
import type { Profile } from "./api-types";
import { language } from "./i18n";

let current = $state<Profile>();
let request: Promise<Profile> | undefined;

/** The user, once loaded; reactive. */
export function me(): Profile | undefined {
  if (!request) void loadMe().catch(() => undefined);
  return current;
}

/** Loads the user once; again with `reload`, after a change. */
export function loadMe(reload = false): Promise<Profile> {
  if (reload || !request) {
    request = api.get("/api/auth/me").then((answer) => {
      tellLanguage(answer);
      return (current = answer);
    });
    request.catch(() => (request = undefined));
  }
  return request;
}

/** Sets the user that came with the page. */
export function setMe(known: Profile) {
  current = known;
  request = Promise.resolve(known);
  tellLanguage(known);
}

/** Mail is written in the language that the user last read the app in. */
function tellLanguage({ sendsMail, mailLang }: Profile) {
  const lang = language();
  if (sendsMail && mailLang !== lang) api.patch("/api/auth/me", { body: { lang } }).catch(() => undefined);
}

/** Signs out and goes to the sign-in page. */
export async function signOut() {
  await api.post("/api/auth/logout");
  location.assign("/signin");
}
