// Slide types of the organization, for its administrators.

import { api } from "../../lib/api";
import { fromServer, type SlideTypeDeclaration, type StoredDeclaration } from "./declaration";

export const typesApi = {
  settings: async () => (await api.get("/api/slide-types/settings")).slideTypes,
  set: (key: string, change: { enabled?: boolean; usage?: string }) =>
    api.patch("/api/slide-types/{key}", { key, body: change }),
  async own(): Promise<StoredDeclaration[]> {
    const { slideTypes } = await api.get("/api/slide-types/custom");
    return slideTypes.map((raw) => ({ ...fromServer(raw), published: raw.published }));
  },
  create: (declaration: SlideTypeDeclaration) => api.post("/api/slide-types/custom", { body: declaration }),
  update: (slug: string, declaration: SlideTypeDeclaration) =>
    api.put("/api/slide-types/custom/{slug}", { slug, body: declaration }),
  publish: (slug: string) => api.post("/api/slide-types/custom/{slug}/publish", { slug }),
  delete: (slug: string) => api.delete("/api/slide-types/custom/{slug}", { slug }),
  uses: (slug: string) => api.get("/api/slide-types/custom/{slug}/uses", { slug }),
  draw: (draft: { declaration: SlideTypeDeclaration; theme: string }) =>
    api.post("/api/slide-types/preview", { body: draft }),
};
