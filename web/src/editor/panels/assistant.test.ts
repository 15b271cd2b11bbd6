// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Proposal, Slide } from "../../lib/api-types";
import type { EditorStore } from "../panel-types";
import { assistantOf } from "./assistant.svelte";

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
function setUp(
  proposals: (slides: Slide[]) => Proposal[],
  daily: { used: number; limit: number } | null = null,
) {
  const slides = [slide("a", "One"), slide("b", "Two")];
  const edit = vi.fn();
  const typeOf = () => undefined;
  const store = { deck: { id: "d", slides }, typeOf, edit, select: vi.fn(), flush: () => Promise.resolve() };
  vi.stubGlobal("fetch", (path: string) =>
    Promise.resolve(
      path.endsWith("/proposals")
        ? Response.json({ vendor: "builtin", summary: "", proposals: proposals(slides) })
        : Response.json({ vendors: [], daily: daily && { ...daily } }),
    ),
  );
  return { assistant: assistantOf(store as unknown as EditorStore), slides, edit };
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test("the daily use is shown, and updated after a request", async () => {
  const daily = { used: 6, limit: 10 };
  const { assistant } = setUp(() => [], daily);
  await vi.waitFor(() => expect(assistant.daily).toEqual({ used: 6, limit: 10 }));
  daily.used = 7;
  await assistant.ask({ kind: "analyze" });
  await vi.waitFor(() => expect(assistant.daily).toEqual({ used: 7, limit: 10 }));
});

test("known vendors stay when they cannot be reloaded", async () => {
  const { assistant } = setUp(() => [], { used: 6, limit: 10 });
  await vi.waitFor(() => expect(assistant.daily).toBeTruthy());
  assistant.vendors = [
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
  await assistant.ask({ kind: "analyze" });
  await new Promise((resolve) => setTimeout(resolve));
  expect(assistant.vendors).toHaveLength(1);
});

describe("proposals", () => {
  test("one is accepted as one undo step, and the next is selected", async () => {
    const { assistant, edit } = setUp(([a, b]) =>
      a && b ? [proposal("1", a, "1"), proposal("2", b, "2")] : [],
    );
    await assistant.ask({ kind: "iterate", command: "Shorten" });
    const first = assistant.current;
    if (first) assistant.accept(first);
    expect(edit).toHaveBeenCalledExactlyOnceWith(first?.edits, expect.any(String), { because: "assistant" });
    expect(assistant.current?.id).toBe("2");
  });

  test("a slide that changed since is not touched", async () => {
    const { assistant, slides, edit } = setUp(([a]) => (a ? [proposal("1", { ...a }, "1")] : []));
    await assistant.ask({ kind: "analyze" });
    slides[0] = slide("a", "Changed");
    const first = assistant.current;
    expect(first && assistant.isFresh(first)).toBe(false);
    if (first) assistant.accept(first);
    expect(assistant.acceptAll()).toBe(0);
    expect(edit).not.toHaveBeenCalled();
  });

  test("all fresh ones are accepted as one undo step; advice and stale ones stay", async () => {
    const { assistant, edit } = setUp(([a, b]) =>
      a && b
        ? [
            proposal("1", a, "1"),
            { ...proposal("2", b, "2"), action: "advice", edits: [] },
            proposal("3", b, "3"),
          ]
        : [],
    );
    await assistant.ask({ kind: "analyze" });
    expect(assistant.acceptAll()).toBe(2);
    expect(edit).toHaveBeenCalledOnce();
    expect(edit.mock.calls[0]?.[0]).toHaveLength(2);
    expect(assistant.proposals.map(({ id }) => id)).toEqual(["2"]);
  });

  test("skipping the last one selects the one before", async () => {
    const { assistant } = setUp(([a, b]) => (a && b ? [proposal("1", a, "1"), proposal("2", b, "2")] : []));
    await assistant.ask({ kind: "analyze" });
    assistant.walk(5);
    expect(assistant.current?.id).toBe("2");
    if (assistant.current) assistant.skip(assistant.current);
    expect(assistant.current?.id).toBe("1");
  });
});

test("an error of the vendor is shown, and a retry is offered", async () => {
  const { assistant } = setUp(() => []);
  vi.stubGlobal("fetch", () =>
    Promise.resolve(Response.json({ error: "x", code: "bad_gateway", details: "503" }, { status: 502 })),
  );
  await assistant.ask({ kind: "compress" });
  expect(assistant.state).toBe("failed");
  expect(assistant.failure).toMatchObject({ text: "panels.assist.vendor", details: "503" });
});
