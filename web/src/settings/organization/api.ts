// Organizations, their members, and the accounts of the instance.

import { api, ApiError } from "../../lib/api";
import type { CreateUser, Role, SetPublishing, UpdateUser } from "../../lib/api-types";

export const organizationApi = {
  all: async () => (await api.get("/api/organizations")).organizations,
  create: (name: string, slug: string) => api.post("/api/organizations", { body: { name, slug } }),
  rename: (id: string, name: string) => api.patch("/api/organizations/{id}", { id, body: { name } }),
  delete: (id: string) => api.delete("/api/organizations/{id}", { id }),
  switch: (id: string) => api.post("/api/organizations/{id}/switch", { id }),
  members: async (id: string) => (await api.get("/api/organizations/{id}/members", { id })).members,
  add: (id: string, email: string, role: Role) =>
    api.post("/api/organizations/{id}/members", { id, body: { email, role } }),
  setRole: (id: string, email: string, role: Role) =>
    api.patch("/api/organizations/{id}/members/{email}", { id, email, body: { role } }),
  publishing: (id: string) => api.get("/api/organizations/{id}/publishing", { id }),
  setPublishing: (id: string, body: SetPublishing) =>
    api.put("/api/organizations/{id}/publishing", { id, body }),
  remove: (id: string, email: string) => api.delete("/api/organizations/{id}/members/{email}", { id, email }),
};

export const usersApi = {
  all: async () => (await api.get("/api/admin/users")).users,
  create: (user: CreateUser) => api.post("/api/admin/users", { body: user }),
  change: (id: string, change: UpdateUser) => api.patch("/api/admin/users/{id}", { id, body: change }),
  decks: async (id: string) => (await api.get("/api/admin/users/{id}", { id })).decks,
  delete: (id: string) => api.delete("/api/admin/users/{id}", { id }),
};

export type Invited = { email: string; link?: string | undefined; mailed?: boolean | undefined };

/**
 * Adds a user to an organization: with a new account and an invitation link, or directly where the address has an
 * account. Only administrators of the instance may create accounts.
 */
export async function invite(
  organization: string,
  person: { email: string; name: string; role: Role },
  makesAccounts: boolean,
): Promise<Invited> {
  const { email, name, role } = person;
  if (!makesAccounts) {
    await organizationApi.add(organization, email, role);
    return { email };
  }
  try {
    const made = await usersApi.create({ email, ...(name ? { name } : {}) });
    if (role === "admin") await organizationApi.setRole(organization, made.user.email, role);
    return { email: made.user.email, link: made.inviteLink, mailed: made.mailed };
  } catch (fault) {
    if (!(fault instanceof ApiError) || fault.status !== 409) throw fault;
    await organizationApi.add(organization, email, role);
    return { email };
  }
}

/** The slug of a title: `Case study` is `case-study`. */
export function slugOf(title: string): string {
  const plain = title.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  return words.join("-").slice(0, 32).replace(/-$/, "");
}
