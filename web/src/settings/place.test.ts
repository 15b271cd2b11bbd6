import { expect, it } from "vitest";
import type { Me } from "../lib/me.svelte";
import { placeOf, sectionsFor } from "./place.svelte";

const person = (role: string, here: string): Me => ({
  user: { id: "u", email: "ada@example.com", name: "Ada", role, tier: "free" },
  organization: { id: "o", name: "Harbour", slug: "harbour", role: "" },
  organizations: [
    { id: "o", name: "Harbour", slug: "harbour", role: here },
    { id: "p", name: "Dunes", slug: "dunes", role: "admin" },
  ],
  mayChoosePassword: false,
});

const names = (me: Me) => sectionsFor(me).map(({ id }) => id);

it("lists only the sections somebody may use", () => {
  expect(names(person("member", "member"))).toEqual(["profile", "keys", "agents", "organization", "ai"]);
  expect(names(person("member", "admin"))).toContain("themes");
  expect(names(person("member", "admin"))).not.toContain("users");
  expect(names(person("admin", "member"))).toHaveLength(10);
});

it("reads section and item from the address", () => {
  expect(placeOf("/settings")).toEqual({ section: "", item: "" });
  expect(placeOf("/settings/keys")).toEqual({ section: "keys", item: "" });
  expect(placeOf("/settings/types/case%20study")).toEqual({ section: "types", item: "case study" });
});
