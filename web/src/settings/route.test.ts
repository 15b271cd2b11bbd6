import { expect, it } from "vitest";
import type { Profile, Role } from "../lib/api-types";
import { parseRoute, sectionsFor } from "./route.svelte";

const organization = (id: string, name: string) => ({ id, name, slug: name.toLowerCase(), createdAt: "" });
const person = (role: Role, here: Role): Profile => ({
  user: {
    id: "u",
    email: "ada@example.com",
    name: "Ada",
    role,
    tier: "free",
    disabled: false,
    createdAt: "",
    updatedAt: "",
  },
  organization: organization("o", "Harbour"),
  organizations: [
    { ...organization("o", "Harbour"), role: here },
    { ...organization("p", "Dunes"), role: "admin" },
  ],
  mayChoosePassword: false,
  sendsMail: false,
  makesVideos: true,
  mailLang: null,
  mentionMails: true,
});

const names = (me: Profile) => sectionsFor(me).map(({ id }) => id);

it("lists only the sections that the user may see", () => {
  expect(names(person("member", "member"))).toEqual(["profile", "keys", "agents", "organization", "ai"]);
  expect(names(person("member", "admin"))).toContain("themes");
  expect(names(person("member", "admin"))).not.toContain("users");
  expect(names(person("admin", "member"))).toHaveLength(12);
});

it("parses section and item of a path", () => {
  expect(parseRoute("/settings")).toEqual({ section: "", item: "" });
  expect(parseRoute("/settings/keys")).toEqual({ section: "keys", item: "" });
  expect(parseRoute("/settings/types/case%20study")).toEqual({ section: "types", item: "case study" });
});
