// Agents that the user connected by address.

import { api } from "../../lib/api";

export const agentsApi = {
  list: () => api.get("/api/agents"),
  disconnect: (id: string) => api.delete("/api/agents/{id}", { id }),
};
