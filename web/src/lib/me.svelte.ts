// Who is signed in. Asked for once per page.

import { api } from "./api";
import type { Me } from "./api-types";

let known = $state<Me>();
let asked: Promise<Me> | undefined;

/** The person, once known; reactive. */
export function me(): Me | undefined {
  if (!asked) void loadMe().catch(() => undefined);
  return known;
}

/** Asks who is signed in, once; `again` after a change. */
export function loadMe(again = false): Promise<Me> {
  if (again || !asked) {
    asked = api.get("/api/auth/me").then((answer) => (known = answer));
    asked.catch(() => (asked = undefined));
  }
  return asked;
}

/** Takes what the page brought for known. */
export function knowMe(brought: Me) {
  known = brought;
  asked = Promise.resolve(brought);
}

/** Ends the sitting and goes to the sign-in page. */
export async function signOut() {
  await api.post("/api/auth/logout");
  location.assign("/signin");
}
