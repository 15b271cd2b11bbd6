import { expect, it } from "vitest";
import type { AuditEntry } from "../../lib/api-types";
import { marks } from "./entries";

const entry = (details: Record<string, unknown>): AuditEntry => ({
  id: "1",
  at: "2026-01-31T09:30:00.000Z",
  act: "user-changed",
  actor: "",
  door: "console",
  address: "",
  subject: "ada@tide.test",
  details,
});

it("tells what else is known as short marks", () => {
  expect(marks(entry({}))).toEqual([]);
  expect(marks(entry({ role: "admin", password: "set" }))).toEqual(["role=admin", "password=set"]);
  expect(marks(entry({ scopes: ["read", "write"], expiresAt: null }))).toEqual(["scopes=read,write"]);
  expect(marks(entry({ active: true, link: "7f" }))).toEqual(["active=true"]);
  expect(marks(entry({ enabled: false }))).toEqual(["enabled=false"]);
});
