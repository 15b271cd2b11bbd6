// Themes of the organization.

import { api } from "../../lib/api";
import type { Families, OwnFont } from "../../lib/api-types";
import type { Voice } from "./voice";

export type { OwnFont };

/** A font: the name of a family, or a family in one of its weights. */
export type Face = string | { family: string; weight?: number };

/** The declaration of a theme while it is edited. */
export type ThemeDraft = {
  label: string;
  colors: Record<string, string>;
  fonts: Partial<Record<keyof Families, Face>>;
  /** `null` stands for colours that follow from the others. */
  chart: string[] | null;
  /** `null` stands for the voice of the default theme. */
  voice: Voice | null;
  logoUrl: string;
  /** What slides may not change; with `logo`, every slide shows the logo. */
  locks: string[];
};

/** The name of the family of a font. */
export const familyOf = (face: Face | undefined) => (typeof face === "object" ? face.family : face);

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
  /** All themes, each with the version of its thumbnail. */
  all: async () => {
    const { themes, thumbnailVersions } = await api.get("/api/themes");
    return themes.map((theme) => ({ ...theme, thumbnailVersion: thumbnailVersions[theme.id] ?? "" }));
  },
  async declared(id: string): Promise<ThemeDraft | undefined> {
    const { themes } = await api.get("/api/themes/custom");
    const theme = themes.find((theme) => theme.id === id);
    if (!theme) return undefined;
    return {
      label: theme.label,
      colors: theme.colors,
      fonts: theme.fonts as ThemeDraft["fonts"],
      chart: theme.chart ?? null,
      voice: theme.voice ?? null,
      logoUrl: theme.logoUrl ?? "",
      locks: theme.locks ?? [],
    };
  },
  draw: (declared: ThemeDraft) => api.post("/api/themes/preview", { body: declared }),
  create: async (declared: ThemeDraft) => (await api.post("/api/themes/custom", { body: declared })).theme.id,
  update: (id: string, declared: ThemeDraft) => api.put("/api/themes/custom/{id}", { id, body: declared }),
  delete: (id: string) => api.delete("/api/themes/custom/{id}", { id }),
  setDefault: (id: string) => api.post("/api/themes/custom/{id}/default", { id }),
};
