import { afterEach, expect, test, vi } from "vitest";
import { api, ApiError, urlOf } from "./api";

afterEach(() => vi.unstubAllGlobals());

test("a URL has its parameters encoded and leaves out a query value that is undefined", () => {
  const input = { id: "d1", email: "a+b@c.test", query: { q: "tide table", limit: 5, lang: undefined } };
  expect(urlOf("/api/decks/{id}/people/{email}", input)).toBe(
    "/api/decks/d1/people/a%2Bb%40c.test?q=tide+table&limit=5",
  );
  expect(urlOf("/api/themes", {})).toBe("/api/themes");
});

test("a POST without a body sends an empty object, a DELETE sends none", async () => {
  const fetch = vi.fn((_url: string, _init: RequestInit) => Promise.resolve(Response.json({ ok: true })));
  vi.stubGlobal("fetch", fetch);
  expect(await api.post("/api/auth/logout")).toEqual({ ok: true });
  await api.delete("/api/ai/jobs/{id}", { id: "7" });
  expect(fetch.mock.calls.map(([url, { method, body }]) => [url, method, body])).toEqual([
    ["/api/auth/logout", "POST", "{}"],
    ["/api/ai/jobs/7", "DELETE", undefined],
  ]);
});

test("an error response is thrown with its code, its details and its delay", async () => {
  const body = { error: "Conflict", details: "the deck is at revision 4", code: "stale_revision" };
  vi.stubGlobal("fetch", () =>
    Promise.resolve(Response.json(body, { status: 409, headers: { "retry-after": "3" } })),
  );
  const error: unknown = await api.get("/api/themes").catch((fault: unknown) => fault);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 409, code: body.code, details: body.details, retryAfter: 3 });
});
