import { expect, test, vi } from "vitest";
import { openStream } from "../../lib/event-stream";
import type { Deck, Profile, SlideTypeList } from "../../lib/api-types";
import { Editor } from "./editor.svelte";
import { emptyOutbox } from "./sync";

vi.mock("../../lib/event-stream");
vi.mock("../../lib/presence.svelte", () => ({
  Presence: class {
    people = [];
    start = () => () => undefined;
    moveTo = () => undefined;
  },
}));

const deck = (revision: number, title: string) =>
  ({
    id: "d",
    title,
    revision,
    language: "en-GB",
    languages: ["en-GB"],
    slides: [],
    settings: {},
    translations: {},
    permission: "owner",
  }) as unknown as Deck;

/** An editor of revision 3 whose stream opens when the server has another revision. */
async function opened(revision: number) {
  const methods: string[] = [];
  vi.stubGlobal("document", { visibilityState: "visible", addEventListener: vi.fn() });
  vi.stubGlobal("fetch", (_: string, { method }: RequestInit) => {
    methods.push(method ?? "");
    const headers = { etag: `"${revision}"` };
    if (method === "HEAD") return Promise.resolve(new Response(null, { headers }));
    return Promise.resolve(Response.json({ presentation: deck(revision, "Newer") }));
  });
  const editor = new Editor({
    deck: deck(3, "Older"),
    catalogue: { slideTypes: {}, globalOptions: [] } as unknown as SlideTypeList,
    withdrawn: {},
    themes: [],
    thumbnailVersions: {},
    thumbnails: { language: "en-GB", slides: {} },
    me: { user: { email: "a@b" } } as Profile,
    outbox: emptyOutbox("c"),
    drafts: [],
    draft: undefined,
    draftStorage: undefined,
    drawn: null,
  });
  editor.listen();
  vi.mocked(openStream).mock.lastCall?.[2].onstate?.(true);
  await new Promise((resolve) => setTimeout(resolve, 10));
  return { title: editor.deck.title, methods };
}

test("a revision that was saved before the stream was open is loaded", async () => {
  expect(await opened(4)).toEqual({ title: "Newer", methods: ["HEAD", "GET"] });
});

test("a deck that is current is not loaded again", async () => {
  expect(await opened(3)).toEqual({ title: "Older", methods: ["HEAD"] });
});
