// The name of an organization in texts.

import type { Profile } from "./api-types";

type Named = Pick<Profile["organization"], "name" | "slug">;

/**
 * The name of an organization. For the organization that the server creates at first start, this is `unnamed` until
 * somebody renames it.
 */
export const organizationName = ({ name, slug }: Named, unnamed: string) =>
  slug === "default" && name === "Default" ? unnamed : name;
