// The signed-in user, loaded once per page.

import { api } from "./api";
import type { Profile } from "./api-types";

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

/** Signs out and goes to the sign-in page. */
export async function signOut() {
  await api.post("/api/auth/logout");
  location.assign("/signin");
}
