// Webhooks of the organization.

import { api } from "../../lib/api";
import type { CreateWebhook, UpdateWebhook } from "../../lib/api-types";

export const webhooksApi = {
  list: () => api.get("/api/webhooks"),
  create: (body: CreateWebhook) => api.post("/api/webhooks", { body }),
  change: (id: string, body: UpdateWebhook) => api.patch("/api/webhooks/{id}", { id, body }),
  delete: (id: string) => api.delete("/api/webhooks/{id}", { id }),
  rotate: (id: string) => api.post("/api/webhooks/{id}/secret", { id }),
  test: (id: string) => api.post("/api/webhooks/{id}/test", { id }),
  deliveries: (id: string, offset: number) =>
    api.get("/api/webhooks/{id}/deliveries", { id, query: { limit: 20, offset } }),
  replay: (id: string, delivery: string) =>
    api.post("/api/webhooks/{id}/deliveries/{delivery}/replay", { id, delivery }),
};
