// API keys of the user.

import { api } from "../../lib/api";
import type { Scope } from "../../lib/api-types";

export const SCOPES = [
  "read",
  "write",
  "export",
  "ai",
  "comments:read",
  "comments:write",
] as const satisfies readonly Scope[];

export const keysApi = {
  list: async () => (await api.get("/api/api-keys")).keys,
  create: (name: string, scopes: readonly Scope[]) => api.post("/api/api-keys", { body: { name, scopes } }),
  revoke: (id: string) => api.delete("/api/api-keys/{id}", { id }),
  usage: (id: string, days: number) => api.get("/api/api-keys/{id}/usage", { id, query: { days } }),
};
