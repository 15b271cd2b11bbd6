// Slide types as the server tells them to those who manage them.

import { api } from "../../lib/api";
import { opened, type Declaration, type Kept } from "./declaration";

export type Setting = {
  key: string;
  label: string;
  group: string;
  description: string;
  enabled: boolean;
  usage: string | null;
  isCustom: boolean;
};

export type TypeSample = { html: string; css: string; findings: { text: string }[]; schema: unknown };

type Raw = Record<string, unknown> & { slug: string; published: boolean };

export const typesApi = {
  settings: async () => (await api.get<{ slideTypes: Setting[] }>("/api/slide-types/settings")).slideTypes,
  set: (key: string, change: { enabled?: boolean; usage?: string }) =>
    api.patch(`/api/slide-types/${encodeURIComponent(key)}`, change),
  async own(): Promise<Kept[]> {
    const { slideTypes } = await api.get<{ slideTypes: Raw[] }>("/api/slide-types/custom");
    return slideTypes.map((raw) => ({ ...opened(raw), published: raw.published }));
  },
  create: (declaration: Declaration) => api.post("/api/slide-types/custom", declaration),
  update: (slug: string, declaration: Declaration) => api.put(`/api/slide-types/custom/${slug}`, declaration),
  publish: (slug: string) => api.post(`/api/slide-types/custom/${slug}/publish`),
  delete: (slug: string) => api.delete(`/api/slide-types/custom/${slug}`),
  uses: (slug: string) => api.get<{ slides: number; decks: number }>(`/api/slide-types/custom/${slug}/uses`),
  draw: (draft: { declaration: Declaration; theme: string }) =>
    api.post<TypeSample>("/api/slide-types/preview", draft),
};
