// The name of an organization in texts.

import type { Profile } from "./api-types";

type Named = Pick<Profile["organization"], "name" | "slug">;

/** The name of an organization, or `unnamed` for the first one of an instance while it has the name that it came with. */
export const organizationName = ({ name, slug }: Named, unnamed: string) =>
  slug === "default" && name === "Default" ? unnamed : name;
