// The signed-in user, loaded once per page.

import { api } from "./api";
import type { Profile } from "./api-types";
import { t } from "./i18n";
import { toast } from "./toasts.svelte";

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
    request = api.get("/api/auth/me").then((answer) => (current = answer));
    request.catch(() => (request = undefined));
  }
  return request;
}

/** Sets the user that came with the page. */
export function setMe(known: Profile) {
  current = known;
  request = Promise.resolve(known);
}

/** Signs out and goes to the sign-in page. A message says when that failed. */
export async function signOut() {
  try {
    await api.post("/api/auth/logout");
    location.assign("/signin");
  } catch {
    toast({ text: t("common.signout.failed"), tone: "danger" });
  }
}
