// Themes of the organization.

import { api } from "../../lib/api";
import type { CustomTheme, Families, OwnFont } from "../../lib/api-types";
import type { Voice } from "./voice";

export type { OwnFont };

/** The declaration of a theme while it is edited. A font is the name of its family. */
export type ThemeDraft = {
  label: string;
  colors: Record<string, string>;
  fonts: Partial<Families>;
  /** `null` stands for the voice of the default theme. */
  voice: Voice | null;
  logoUrl: string;
};

/** The families of declared fonts, without their weights. */
function families(fonts: CustomTheme["fonts"]): ThemeDraft["fonts"] {
  const faces = Object.entries(fonts) as [keyof Families, string | { family: string }][];
  return Object.fromEntries(
    faces.map(([role, face]) => [role, typeof face === "string" ? face : face.family]),
  );
}

export const fontsApi = {
  all: async () => (await api.get("/api/fonts")).fonts,
  add: (file: File) => {
    const body = new FormData();
    body.append("file", file);
    return api.post("/api/fonts", { body });
  },
  delete: (id: string) => api.delete("/api/fonts/{id}", { id }),
};

export const themesApi = {
  all: async () => (await api.get("/api/themes")).themes,
  async declared(id: string): Promise<ThemeDraft | undefined> {
    const { themes } = await api.get("/api/themes/custom");
    const theme = themes.find((theme) => theme.id === id);
    if (!theme) return undefined;
    return {
      label: theme.label,
      colors: theme.colors,
      fonts: families(theme.fonts),
      voice: theme.voice ?? null,
      logoUrl: theme.logoUrl ?? "",
    };
  },
  draw: (declared: ThemeDraft) => api.post("/api/themes/preview", { body: declared }),
  create: async (declared: ThemeDraft) => (await api.post("/api/themes/custom", { body: declared })).theme.id,
  update: (id: string, declared: ThemeDraft) => api.put("/api/themes/custom/{id}", { id, body: declared }),
  delete: (id: string) => api.delete("/api/themes/custom/{id}", { id }),
  setDefault: (id: string) => api.post("/api/themes/custom/{id}/default", { id }),
};
