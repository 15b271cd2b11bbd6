import { expect, it } from "vitest";
import type { AuditEntry } from "../../lib/api-types";
import { detailTags } from "./details";

const entry = (details: AuditEntry["details"]): AuditEntry => ({
  id: "1",
  at: "2026-01-31T09:30:00.000Z",
  act: "user-changed",
  actor: "",
  door: "console",
  address: "",
  subject: "ada@tide.test",
  details,
});

it("formats details as short tags", () => {
  expect(detailTags(entry({}))).toEqual([]);
  expect(detailTags(entry({ role: "admin", password: "set" }))).toEqual(["role=admin", "password=set"]);
  expect(detailTags(entry({ scopes: ["read", "write"], expiresAt: null }))).toEqual(["scopes=read,write"]);
  expect(detailTags(entry({ active: true, link: "7f" }))).toEqual(["active=true"]);
  expect(detailTags(entry({ enabled: false }))).toEqual(["enabled=false"]);
});
