// The identity provider of the organization.

import { api } from "../../lib/api";

export const provisioningApi = {
  read: async (id: string) => (await api.get("/api/organizations/{id}/provisioning", { id })).provisioning,
  /** Sets the group of administrators; an empty text for none. */
  set: (id: string, administrators: string) =>
    api.put("/api/organizations/{id}/provisioning", { id, body: administrators ? { administrators } : {} }),
  make: async (id: string) => (await api.post("/api/organizations/{id}/provisioning/token", { id })).token,
  revoke: (id: string) => api.delete("/api/organizations/{id}/provisioning/token", { id }),
};
