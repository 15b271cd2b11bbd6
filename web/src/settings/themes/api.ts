// Themes of the organization.

import { api } from "../../lib/api";
import type { CustomTheme, FontRole, ThemeDeclaration } from "../../lib/api-types";

/** The families of declared fonts, without their weights. */
function families(fonts: CustomTheme["fonts"]): ThemeDeclaration["fonts"] {
  const faces = Object.entries(fonts) as [FontRole, string | { family: string }][];
  return Object.fromEntries(
    faces.map(([role, face]) => [role, typeof face === "string" ? face : face.family]),
  );
}

export const themesApi = {
  all: async () => (await api.get("/api/themes")).themes,
  async declared(id: string): Promise<ThemeDeclaration | undefined> {
    const { themes } = await api.get("/api/themes/custom");
    const theme = themes.find((theme) => theme.id === id);
    if (!theme) return undefined;
    return {
      label: theme.label,
      colors: theme.colors,
      fonts: families(theme.fonts),
      logoUrl: theme.logoUrl ?? "",
    };
  },
  draw: (declared: Partial<ThemeDeclaration>) => api.post("/api/themes/preview", { body: declared }),
  create: async (declared: ThemeDeclaration) =>
    (await api.post("/api/themes/custom", { body: declared })).theme.id,
  update: (id: string, declared: ThemeDeclaration) =>
    api.put("/api/themes/custom/{id}", { id, body: declared }),
  delete: (id: string) => api.delete("/api/themes/custom/{id}", { id }),
  setDefault: (id: string) => api.post("/api/themes/custom/{id}/default", { id }),
};
