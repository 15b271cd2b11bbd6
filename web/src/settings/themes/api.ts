// Themes as the server tells them.

import { api } from "../../lib/api";

export type Listed = {
  id: string;
  label: string;
  type: "system" | "custom";
  brandColors: string[];
  isDefault: boolean;
};

export type FontRole = "heading" | "body" | "mono";

/** What is said of a theme; what is left out comes from the default theme. */
export type Declared = {
  label: string;
  colors: Record<string, string>;
  fonts: Partial<Record<FontRole, string>>;
  logoUrl: string;
};

/** What a declaration comes to. */
export type Look = {
  palette: Record<string, string>;
  chart: string[];
  /** The lightest point of the gradient. */
  gradient: string;
  fonts: Record<FontRole, string>;
};

export type Sample = {
  theme: Look;
  families: string[];
  slides: { slideId: string; html: string }[];
  css: string;
};

type Stored = { id: string; label: string; colors: unknown; fonts: unknown; logoUrl: string | null };

/** A face may be declared with its weight; here its family is enough. */
function families(fonts: unknown): Declared["fonts"] {
  const given = Object.entries((fonts ?? {}) as Record<string, string | { family: string }>);
  return Object.fromEntries(
    given.map(([role, face]) => [role, typeof face === "string" ? face : face.family]),
  );
}

export const themesApi = {
  all: async () => (await api.get<{ themes: Listed[] }>("/api/themes")).themes,
  async declared(id: string): Promise<Declared | undefined> {
    const { themes } = await api.get<{ themes: Stored[] }>("/api/themes/custom");
    const theme = themes.find((theme) => theme.id === id);
    if (!theme) return undefined;
    const colors = (theme.colors ?? {}) as Record<string, string>;
    return { label: theme.label, colors, fonts: families(theme.fonts), logoUrl: theme.logoUrl ?? "" };
  },
  draw: (declared: Partial<Declared>) => api.post<Sample>("/api/themes/preview", declared),
  create: async (declared: Declared) =>
    (await api.post<{ theme: { id: string } }>("/api/themes/custom", declared)).theme.id,
  update: (id: string, declared: Declared) => api.put(`/api/themes/custom/${id}`, declared),
  delete: (id: string) => api.delete(`/api/themes/custom/${id}`),
  setDefault: (id: string) => api.post(`/api/themes/custom/${id}/default`),
};
