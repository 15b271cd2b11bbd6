// Keys as the server tells them.

import { api } from "../../lib/api";
import type { Usage } from "./usage";

export const SCOPES = ["read", "write", "export", "ai", "comments:read", "comments:write"] as const;
export type Scope = (typeof SCOPES)[number];

export type Key = {
  id: string;
  name: string;
  prefix: string;
  scopes: Scope[];
  tier: string;
  lastUsedAt: string | null;
  createdAt: string;
};

/** The key itself is told once, with this. */
export type NewKey = Omit<Key, "lastUsedAt"> & { key: string };

export const keysApi = {
  list: async () => (await api.get<{ keys: Key[] }>("/api/api-keys")).keys,
  create: (name: string, scopes: readonly string[]) => api.post<NewKey>("/api/api-keys", { name, scopes }),
  revoke: (id: string) => api.delete(`/api/api-keys/${id}`),
  usage: (id: string, days: number) => api.get<Usage>(`/api/api-keys/${id}/usage?days=${days}`),
};
