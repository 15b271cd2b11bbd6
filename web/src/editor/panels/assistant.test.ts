// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Proposal, Slide } from "../../lib/api-types";
import type { EditorStore } from "../panel-types";
import { assistant } from "./assistant.svelte";

const slide = (id: string, title: string): Slide => ({ id, type: "t", content: { title }, notes: "" });

function proposal(id: string, of: Slide, title: string): Proposal {
  const after = { ...of, title, content: { title } };
  const value = ({ type, content, notes }: Slide) => ({ type, content, notes });
  return {
    id,
    action: "replace",
    slideId: of.id,
    slideNumber: 1,
    title: `Change ${of.id}`,
    why: "",
    category: null,
    before: [{ ...of, title: "" }],
    after: [after],
    edits: [{ op: "set", slideId: of.id, path: "", value: value(after), replaces: value(of) }],
  };
}

/** A fake store that records edits, and a fake server that returns proposals. */
function set(
  proposals: (slides: Slide[]) => Proposal[],
  daily: { used: number; limit: number } | null = null,
) {
  const slides = [slide("a", "One"), slide("b", "Two")];
  const edit = vi.fn();
  const store = { deck: { id: "d", slides }, edit, select: vi.fn(), flush: () => Promise.resolve() };
  vi.stubGlobal("fetch", (path: string) =>
    Promise.resolve(
      path.endsWith("/proposals")
        ? Response.json({ vendor: "builtin", summary: "", proposals: proposals(slides) })
        : Response.json({ vendors: [], daily: daily && { ...daily } }),
    ),
  );
  return { own: assistant(store as unknown as EditorStore), slides, edit };
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test("the daily use is shown, and updated after a request", async () => {
  const daily = { used: 6, limit: 10 };
  const { own } = set(() => [], daily);
  await vi.waitFor(() => expect(own.daily).toEqual({ used: 6, limit: 10 }));
  daily.used = 7;
  await own.ask({ kind: "analyze" });
  await vi.waitFor(() => expect(own.daily).toEqual({ used: 7, limit: 10 }));
});

test("known vendors stay when they cannot be reloaded", async () => {
  const { own } = set(() => [], { used: 6, limit: 10 });
  await vi.waitFor(() => expect(own.daily).toBeTruthy());
  own.vendors = [
    {
      id: "builtin",
      label: "Built-in",
      configured: true,
      default: true,
      offline: true,
      model: null,
      missing: null,
    },
  ];
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  await own.ask({ kind: "analyze" });
  await new Promise((resolve) => setTimeout(resolve));
  expect(own.vendors).toHaveLength(1);
});

describe("proposals", () => {
  test("one is accepted as one undo step, and the next is selected", async () => {
    const { own, edit } = set(([a, b]) => (a && b ? [proposal("1", a, "1"), proposal("2", b, "2")] : []));
    await own.ask({ kind: "iterate", command: "Shorten" });
    const first = own.current;
    if (first) own.accept(first);
    expect(edit).toHaveBeenCalledExactlyOnceWith(first?.edits, expect.any(String), { because: "assistant" });
    expect(own.current?.id).toBe("2");
  });

  test("a slide that changed since is not touched", async () => {
    const { own, slides, edit } = set(([a]) => (a ? [proposal("1", { ...a }, "1")] : []));
    await own.ask({ kind: "analyze" });
    slides[0] = slide("a", "Changed");
    const first = own.current;
    expect(first && own.isFresh(first)).toBe(false);
    if (first) own.accept(first);
    expect(own.acceptAll()).toBe(0);
    expect(edit).not.toHaveBeenCalled();
  });

  test("all fresh ones are accepted as one undo step; advice and stale ones stay", async () => {
    const { own, edit } = set(([a, b]) =>
      a && b
        ? [
            proposal("1", a, "1"),
            { ...proposal("2", b, "2"), action: "advice", edits: [] },
            proposal("3", b, "3"),
          ]
        : [],
    );
    await own.ask({ kind: "analyze" });
    expect(own.acceptAll()).toBe(2);
    expect(edit).toHaveBeenCalledOnce();
    expect(edit.mock.calls[0]?.[0]).toHaveLength(2);
    expect(own.proposals.map(({ id }) => id)).toEqual(["2"]);
  });

  test("skipping the last one selects the one before", async () => {
    const { own } = set(([a, b]) => (a && b ? [proposal("1", a, "1"), proposal("2", b, "2")] : []));
    await own.ask({ kind: "analyze" });
    own.walk(5);
    expect(own.current?.id).toBe("2");
    if (own.current) own.skip(own.current);
    expect(own.current?.id).toBe("1");
  });
});

test("an error of the vendor is shown, and a retry is offered", async () => {
  const { own } = set(() => []);
  vi.stubGlobal("fetch", () =>
    Promise.resolve(Response.json({ error: "x", code: "bad_gateway", details: "503" }, { status: 502 })),
  );
  await own.ask({ kind: "compress" });
  expect(own.state).toBe("failed");
  expect(own.failure).toMatchObject({ text: "panels.assist.vendor", details: "503" });
});
