import { expect, it } from "vitest";
import type { AuditEntry } from "../../lib/api-types";
import { detailTexts } from "./details";

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
  expect(detailTexts(entry({}))).toEqual([]);
  expect(detailTexts(entry({ role: "admin", password: "set" }))).toEqual(["role: admin", "password: set"]);
  expect(detailTexts(entry({ scopes: ["read", "write"], expiresAt: null }))).toEqual(["scopes: read, write"]);
  expect(detailTexts(entry({ active: true, link: "7f" }))).toEqual(["active: settings.audit.yes"]);
  expect(detailTexts(entry({ enabled: false }))).toEqual(["enabled: settings.audit.no"]);
});
