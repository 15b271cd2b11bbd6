// Organizations, their members, and the accounts of the instance.

import { api, ApiError } from "../../lib/api";

export type Role = "admin" | "member";
export type Tier = "free" | "pro" | "enterprise";
export type Member = { email: string; name: string; role: Role; createdAt: string };
export type User = {
  id: string;
  email: string;
  name: string;
  role: Role;
  tier: Tier;
  disabled: boolean;
  createdAt: string;
};
export type Organization = { id: string; name: string; slug: string };

const members = (id: string) => `/api/organizations/${id}/members`;
const member = (id: string, email: string) => `${members(id)}/${encodeURIComponent(email)}`;

export const organizationApi = {
  all: async () => (await api.get<{ organizations: Organization[] }>("/api/organizations")).organizations,
  create: (name: string, slug: string) =>
    api.post<{ organization: Organization }>("/api/organizations", { name, slug }),
  rename: (id: string, name: string) => api.patch(`/api/organizations/${id}`, { name }),
  delete: (id: string) => api.delete(`/api/organizations/${id}`),
  switch: (id: string) => api.post(`/api/organizations/${id}/switch`),
  members: async (id: string) => (await api.get<{ members: Member[] }>(members(id))).members,
  add: (id: string, email: string, role: Role) => api.post(members(id), { email, role }),
  setRole: (id: string, email: string, role: Role) => api.patch(member(id, email), { role }),
  remove: (id: string, email: string) => api.delete(member(id, email)),
};

type NewUser = { email: string; name?: string; role?: Role; tier?: Tier };
type Change = { role?: Role; tier?: Tier; disabled?: boolean; password?: string };

export const usersApi = {
  all: async () => (await api.get<{ users: User[] }>("/api/admin/users")).users,
  create: (user: NewUser) => api.post<{ user: User; inviteLink?: string }>("/api/admin/users", user),
  change: (id: string, change: Change) => api.patch(`/api/admin/users/${id}`, change),
  decks: async (id: string) => (await api.get<{ decks: number }>(`/api/admin/users/${id}`)).decks,
  delete: (id: string) => api.delete(`/api/admin/users/${id}`),
};

export type Invited = { email: string; link?: string | undefined };

/**
 * Brings somebody into an organization: with a new account and a link, or, where the address has an account already, as
 * a member at once. Only administrators of the instance make accounts.
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
    return { email: made.user.email, link: made.inviteLink };
  } catch (fault) {
    if (!(fault instanceof ApiError) || fault.status !== 409) throw fault;
    await organizationApi.add(organization, email, role);
    return { email };
  }
}

/** A short name for an address or a key, made of a title: `Case study` is `case-study`. */
export function slugOf(title: string): string {
  const plain = title.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  return words.join("-").slice(0, 32).replace(/-$/, "");
}
