// Who is signed in. Asked for once per page.

import { api } from "./api";

export type Organization = { id: string; name: string; slug: string; role: string };
export type Me = {
  user: { id: string; email: string; name: string; role: string; tier: string };
  organization: Organization | null;
  organizations: Organization[];
  mayChoosePassword: boolean;
};

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
    asked = api.get<Me>("/api/auth/me").then((answer) => (known = answer));
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
